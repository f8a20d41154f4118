"""What makes WhichOne something to install: bundles, packages, and what proves them sound."""
