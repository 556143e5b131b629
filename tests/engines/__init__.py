"""The engines of a hall on several machines, from wheels; no server that is already on this machine is touched."""
