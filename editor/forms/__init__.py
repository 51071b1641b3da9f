"""Forms of manifests: the schema decides which control a value has, and a post becomes operations
(CONTRIBUTING.md, "Forms")."""
