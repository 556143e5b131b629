"""People over HTTP: coming in, logging in, looking after oneself, going."""
