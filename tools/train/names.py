"""File names of the two data sets: what a crop's name says about it.

MRL Eye Dataset (2018-01), from its annotation.txt:

    s0012_01849_0_1_0_0_0_01.png
    |     |     | | | | | `-- sensor: 01 RealSense SR300 640x480, 02 IDS Imaging 1280x1024, 03 Aptina 752x480
    |     |     | | | | `---- lighting: 0 bad, 1 good
    |     |     | | | `------ reflections: 0 none, 1 low, 2 high
    |     |     | | `-------- eye state: 0 closed, 1 open
    |     |     | `---------- glasses: 0 no, 1 yes
    |     |     `------------ gender: 0 male, 1 female
    |     `------------------ image number
    `------------------------ subject

Rendered eyes: render_<seed>_<n>_<open|closed>.png
"""

import re
from typing import NamedTuple, Optional

_MRL = re.compile(r"^(s\d{3,4})_(\d+)_([01])_([01])_([01])_([012])_([01])_(0[123])\.png$")
_RENDERED = re.compile(r"^render_([A-Za-z0-9]+)_(\d+)_(open|closed)\.png$")

GLASSES = {0: "no glasses", 1: "glasses"}
REFLECTIONS = {0: "none", 1: "low", 2: "high"}
LIGHTING = {0: "bad", 1: "good"}
SENSORS = {1: "01 RealSense SR300 640x480", 2: "02 IDS Imaging 1280x1024", 3: "03 Aptina 752x480"}


class Crop(NamedTuple):
    """One eye crop. `subject` is the unit that a split never divides (a person, or a renderer's seed)."""

    subject: str
    closed: bool
    glasses: int  # key of GLASSES
    reflections: int  # key of REFLECTIONS
    lighting: int  # key of LIGHTING
    sensor: int  # key of SENSORS; 0 for a rendered eye


def parse_mrl(file_name: str) -> Optional[Crop]:
    """The crop that an MRL file name describes; None when it is not one (its state 0 is CLOSED)."""
    match = _MRL.match(file_name)
    if match is None:
        return None
    subject, _image, _gender, glasses, state, reflections, lighting, sensor = match.groups()
    return Crop(subject, state == "0", int(glasses), int(reflections), int(lighting), int(sensor))


def parse_rendered(file_name: str) -> Optional[Crop]:
    """The crop that a rendered file's name describes; None when it is not one."""
    match = _RENDERED.match(file_name)
    if match is None:
        return None
    seed, _n, state = match.groups()
    return Crop(f"render_{seed}", state == "closed", 0, 0, 1, 0)
