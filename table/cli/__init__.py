"""The command line: one module a subcommand, each with `register()` and `run()`."""
