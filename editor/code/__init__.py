"""What the editor knows of code: Python, starters of it, phrases that a guardrail bans. Nothing is run."""
