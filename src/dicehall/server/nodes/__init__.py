"""Nodes: machines that run one hall together. Any of them holds any socket; each table is run by one."""
