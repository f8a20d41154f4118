"""Getting a model: the catalogue, the network, a stick."""
