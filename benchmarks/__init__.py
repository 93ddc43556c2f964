"""How fast the library is, measured."""
