"""A game as scenes: `table.film.story.scenes` says where every tile lies after each event."""
