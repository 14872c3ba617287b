"""How Alembic reaches the database: over the connection that `Database.migrate` hands in."""

from alembic import context

from table.hall.data.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
