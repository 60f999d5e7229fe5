"""Runs the .tflite itself, as the unit does, and gathers the figures for the model card."""

import math
from typing import Callable, NamedTuple

import numpy as np
import tensorflow as tf

import metrics
from data import EyeSet, INPUT_SIDE_PX, SOURCE_SIDE_PX
from names import Crop


MRL_SIDE_PER_INTEROCULAR = 0.85  # side of an MRL crop over the interocular distance, from a contact sheet; the card says how


class Edge(NamedTuple):
    """Type and quantisation of one end of the model: real = scale * (byte - zero_point)."""

    dtype: str
    shape: tuple[int, ...]
    scale: float
    zero_point: int


class EyeModel:
    """The quantised model in the TensorFlow Lite interpreter.

    `reference` picks the plain C++ kernels, whose integer arithmetic tflite-micro shares; otherwise the optimised ones (XNNPACK), which LiteRT.js
    uses too.
    """

    def __init__(self, tflite: bytes, reference: bool = True) -> None:
        resolver = tf.lite.experimental.OpResolverType
        self._interpreter = tf.lite.Interpreter(
            model_content=tflite,
            num_threads=1,
            experimental_op_resolver_type=resolver.BUILTIN_REF if reference else resolver.AUTO,
        )
        self._interpreter.allocate_tensors()
        self._input, self._output = self._interpreter.get_input_details()[0], self._interpreter.get_output_details()[0]

    @property
    def edges(self) -> tuple[Edge, Edge]:
        """Input and output."""

        def edge(details: dict) -> Edge:
            scale, zero_point = details["quantization"]
            return Edge(np.dtype(details["dtype"]).name, tuple(int(n) for n in details["shape"]), float(scale), int(zero_point))

        return edge(self._input), edge(self._output)

    @property
    def operators(self) -> list[str]:
        """Names of the ops in the order in which they run, without a delegate's own."""
        return [op["op_name"] for op in self._interpreter._get_ops_details() if op["op_name"] != "DELEGATE"]

    def bytes_of(self, grey: np.ndarray) -> np.ndarray:
        """Raw output bytes uint8 [n] of crops uint8 [n, 32, 32]."""
        out = np.empty(len(grey), np.uint8)
        for i, crop in enumerate(grey):
            self._interpreter.set_tensor(self._input["index"], crop[None, :, :, None])
            self._interpreter.invoke()
            out[i] = self._interpreter.get_tensor(self._output["index"])[0, 0]
        return out

    def probabilities(self, grey: np.ndarray) -> np.ndarray:
        """P(closed) float64 [n] of crops uint8 [n, 32, 32]."""
        scale, zero_point = self._output["quantization"]
        return scale * (self.bytes_of(grey).astype(np.float64) - zero_point)


class Figures(NamedTuple):
    """What a table row of the card shows."""

    name: str
    counts: metrics.Confusion
    auc: float

    @property
    def accuracy(self) -> float:
        return self.counts.right / self.counts.total if self.counts.total else math.nan


def figures(name: str, p_closed: np.ndarray, closed: np.ndarray) -> Figures:
    """Figures of one group."""
    return Figures(name, metrics.confusion(p_closed, closed), metrics.auc(p_closed, closed))


def by_group(p_closed: np.ndarray, eyes: EyeSet, name_of: Callable[[Crop], str]) -> list[Figures]:
    """Figures of each group of crops with the same name, sorted by name."""
    names = np.array([name_of(crop) for crop in eyes.crops])
    return [figures(name, p_closed[names == name], eyes.closed[names == name]) for name in sorted(set(names))]


def reframed(eyes: EyeSet, scale: float = 1.0, shift_x: float = 0.0, shift_y: float = 0.0) -> np.ndarray:
    """The same eyes, cropped wrongly: uint8 [n, 32, 32]. `scale` is the crop side and the shifts are fractions of it; outside is mirrored."""
    from PIL import Image

    margin = SOURCE_SIDE_PX // 2
    padded = np.pad(eyes.source, ((0, 0), (margin, margin), (margin, margin)), mode="reflect")
    side = SOURCE_SIDE_PX * scale
    left = margin + (SOURCE_SIDE_PX - side) / 2 + shift_x * SOURCE_SIDE_PX
    top = margin + (SOURCE_SIDE_PX - side) / 2 + shift_y * SOURCE_SIDE_PX
    box = (left, top, left + side, top + side)
    size = (INPUT_SIDE_PX, INPUT_SIDE_PX)
    return np.stack([np.asarray(Image.fromarray(eye).resize(size, Image.Resampling.BILINEAR, box)) for eye in padded])


def coarse(eyes: EyeSet, side_px: int) -> np.ndarray:
    """The same eyes with only `side_px` true pixels across the crop: uint8 [n, 32, 32]."""
    from PIL import Image

    def reduce(eye: np.ndarray) -> np.ndarray:
        small = Image.fromarray(eye).resize((side_px, side_px), Image.Resampling.BOX)
        return np.asarray(small.resize((INPUT_SIDE_PX, INPUT_SIDE_PX), Image.Resampling.BILINEAR))

    return np.stack([reduce(eye) for eye in eyes.source])


def relit(eyes: EyeSet, gain: float, offset: float, noise: float = 0.0) -> np.ndarray:
    """The same eyes under other light: contrast times `gain` about the crop's mean, `offset` grey levels brighter, noise of that sigma."""
    grey = eyes.input.astype(np.float64)
    mean = grey.mean(axis=(1, 2), keepdims=True)
    changed = (grey - mean) * gain + mean + offset
    if noise:
        changed += np.random.default_rng(0).normal(0.0, noise, grey.shape)
    return np.clip(np.round(changed), 0, 255).astype(np.uint8)


def robustness(model: EyeModel, eyes: EyeSet) -> list[Figures]:
    """Figures on crops that were framed, lit or resolved differently from the data set's own."""
    changes: list[tuple[str, np.ndarray]] = [
        ("as it is", eyes.input),
        ("crop side x 0.80", reframed(eyes, 0.80)),
        ("crop side x 1.25", reframed(eyes, 1.25)),
        ("shifted right 12 %", reframed(eyes, shift_x=0.12)),
        ("shifted left 12 %", reframed(eyes, shift_x=-0.12)),
        ("shifted down 12 %", reframed(eyes, shift_y=0.12)),
        ("shifted up 12 %", reframed(eyes, shift_y=-0.12)),
        ("20 px across", coarse(eyes, 20)),
        ("16 px across", coarse(eyes, 16)),
        ("contrast x 2, 60 levels brighter", relit(eyes, 2.0, 60.0)),
        ("contrast x 0.6", relit(eyes, 0.6, 0.0)),
        ("noise, sigma 5 levels", relit(eyes, 1.0, 0.0, 5.0)),
        ("mirrored", np.ascontiguousarray(eyes.input[:, :, ::-1])),
    ]
    return [figures(name, model.probabilities(grey), eyes.closed) for name, grey in changes]


def framing(model: EyeModel, eyes: EyeSet) -> list[Figures]:
    """Figures against the side of the crop, named by that side over the interocular distance."""
    return [
        figures(f"{scale * MRL_SIDE_PER_INTEROCULAR:.2f}", model.probabilities(reframed(eyes, scale)), eyes.closed)
        for scale in (0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4)
    ]
