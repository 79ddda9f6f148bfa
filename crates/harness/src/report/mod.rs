//! Tables, CSV, JSON and SVG plots.
