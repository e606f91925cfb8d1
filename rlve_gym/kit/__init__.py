"""Helpers that several environments share. A thing moves here when a third environment needs it."""
