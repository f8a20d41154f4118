"""The tools that rebuild AQuA and VizWiz-LF: build, filter, validate, annotate, measure."""
