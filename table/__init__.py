"""The table: state, journal, session, web and command line (imports vision, bridge, scoring)."""
