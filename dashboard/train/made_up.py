"""Made-up pictures to try the training with: no face anywhere. made_up.py DIR

Alert is light above dark, drowsy dark above light, each with its subject's own brightness and noise. A model that learned
this knows nothing of drivers.
"""

import sys
from pathlib import Path

import numpy as np

SUBJECTS = 10
PICTURES = 12


def picture(rng: np.random.Generator, drowsy: bool, level: float) -> np.ndarray:
    """One picture, uint8 [96, 80]."""
    ramp = np.linspace(1, 0, 96)[:, None] if not drowsy else np.linspace(0, 1, 96)[:, None]
    grey = 40 + level * 60 + ramp * 110 + rng.normal(0, 12, (96, 80))
    return np.clip(grey, 0, 255).astype(np.uint8)


def write(folder: Path, seed: int = 42) -> None:
    """SUBJECTS folders with PICTURES of each class."""
    from PIL import Image

    rng = np.random.default_rng(seed)
    for subject in range(SUBJECTS):
        level = rng.random()
        for label, name in enumerate(("alert", "drowsy")):
            place = folder / f"made_up_{subject:02d}" / name
            place.mkdir(parents=True)
            for i in range(PICTURES):
                Image.fromarray(picture(rng, bool(label), level)).save(place / f"{i:03d}.png")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
