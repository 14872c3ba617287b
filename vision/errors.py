"""What can go wrong while looking.

    VisionError
    ├── ImageError                the picture cannot be used
    │   ├── ImageFormatError      not a picture we read, or damaged
    │   └── ImageTooLargeError    more bytes or pixels than we accept
    ├── CameraError               a camera is not there or gives no picture
    ├── CaptureError              a source of frames cannot be used
    ├── ModelError                a model cannot be used
    │   ├── ModelMissingError     its file is nowhere to be found
    │   └── ModelCorruptError     its file is not what the manifest says
    ├── DetectionsError           arrays that do not belong together
    ├── ObservationError          what cannot have been seen on a table
    ├── PlaneError                the table's plane is not to be found, or is none
    ├── FilmError                 a film that cannot be made so
    ├── TableViewError            a description of what lies on no table
    └── TileSetError              an enrolled tile set that cannot be used
        └── UnknownTileSetError   a name that no enrolled set has

Every message is one line that names the value and what was expected.
"""


class VisionError(Exception):
    """Something could not be seen."""


class ImageError(VisionError):
    """A picture cannot be used."""


class ImageFormatError(ImageError):
    """The bytes are not a picture in a format we read, or they are damaged."""


class ImageTooLargeError(ImageError):
    """The picture has more bytes or pixels than we accept."""


class CameraError(VisionError):
    """A camera is not there, or gives no picture."""


class CaptureError(VisionError):
    """A source of frames is none, or cannot be read."""


class ModelError(VisionError):
    """A model cannot be used."""


class ModelMissingError(ModelError):
    """A model's file is not in any of the places it may be."""


class ModelCorruptError(ModelError):
    """A model's file is not the one its manifest describes, or cannot be loaded."""


class DetectionsError(VisionError, ValueError):
    """Parallel arrays whose shapes or values do not belong together."""


class PlaneError(VisionError, ValueError):
    """The table's plane is not to be found in a picture, or what was given is none."""


class ObservationError(VisionError, ValueError):
    """What cannot have been seen on a table."""


class FilmError(VisionError):
    """A film cannot be made so."""


class TableViewError(VisionError, ValueError):
    """A description of what cannot lie on a table."""


class TileSetError(VisionError):
    """An enrolled tile set, or its name, that cannot be used."""


class UnknownTileSetError(TileSetError):
    """A name that no enrolled set has."""
