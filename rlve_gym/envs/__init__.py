"""The environments: ``<family>/<id>.py``, one a file. Files that begin with an underscore are helpers of a family."""
