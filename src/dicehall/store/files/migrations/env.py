"""Lets Alembic work on the connection, and in the transaction, that the hall has opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
