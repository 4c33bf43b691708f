def greeting(name: str) -> str:
    """Greets one person."""
    return f"Good morning, {name}"
