"""What goes over the wire: requests, responses and the messages of the live connection.

Requests are strict and closed: an unknown field, a number in quotes or a value out of bounds is
refused. Seats are 0-3 (0 the first dealer, then counter-clockwise), tiles MPSZ text.
"""
