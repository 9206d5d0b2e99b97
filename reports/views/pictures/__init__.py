"""Pictures of what stages do, laid out here and drawn as inline SVG by `pictures.html`."""
