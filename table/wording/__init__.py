"""The entries of a ruleset and their values in words: for the command line and the pages."""
