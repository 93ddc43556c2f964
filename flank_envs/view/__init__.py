"""Pictures of games: SVG strings, and pixels made from them."""
