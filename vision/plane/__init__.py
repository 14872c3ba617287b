"""The plane a table lies in: found in a picture, held against what is read, kept in a file."""
