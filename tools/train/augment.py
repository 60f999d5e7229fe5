"""Random changes to a batch, so that a crop from a webcam in daylight looks familiar too.

Everything is a stateless TensorFlow op of (batch, seed): the same seed gives the same batch.
"""

import math

import tensorflow as tf

from data import INPUT_SIDE_PX, SOURCE_SIDE_PX

SHIFT_FRAC = 0.12  # of the crop side: landmarks jitter by a few pixels of a 40-60 px crop
SCALE_MIN, SCALE_MAX = 0.80, 1.25  # crop side relative to the recommended one
ROTATION_MAX_DEG = 12.0
LOW_SIDES_PX = (16, 20, 24)  # a driver far from the camera has this many true pixels across the crop


class _Random:
    """Draws per-sample values [n, 1, 1, 1]; each call uses the next sub-seed."""

    def __init__(self, count: tf.Tensor, seed: tf.Tensor) -> None:
        self._count, self._seed, self._calls = count, seed, 0

    def _next(self) -> tf.Tensor:
        self._calls += 1
        return tf.stack([self._seed, self._calls])

    def uniform(self, low: float, high: float) -> tf.Tensor:
        return tf.random.stateless_uniform([self._count, 1, 1, 1], self._next(), low, high)

    def chance(self, probability: float) -> tf.Tensor:
        """1.0 for a sample that is hit, else 0.0."""
        return tf.cast(self.uniform(0.0, 1.0) < probability, tf.float32)

    def normal(self, shape: list) -> tf.Tensor:
        return tf.random.stateless_normal(shape, self._next())

    def index(self, below: int) -> tf.Tensor:
        return tf.random.stateless_uniform([], self._next(), 0, below, tf.int32)


def _crop(source: tf.Tensor, rnd: _Random) -> tf.Tensor:
    """Shift, scale, rotate, mirror; [n, 48, 48, 1] to [n, 32, 32, 1] by bilinear sampling. Outside the picture it is mirrored."""
    scale = tf.exp(rnd.uniform(math.log(SCALE_MIN), math.log(SCALE_MAX)))[:, 0, 0, 0]
    angle = rnd.uniform(-math.radians(ROTATION_MAX_DEG), math.radians(ROTATION_MAX_DEG))[:, 0, 0, 0]
    mirror = 1.0 - 2.0 * rnd.chance(0.5)[:, 0, 0, 0]
    shift_x = rnd.uniform(-SHIFT_FRAC, SHIFT_FRAC)[:, 0, 0, 0] * SOURCE_SIDE_PX
    shift_y = rnd.uniform(-SHIFT_FRAC, SHIFT_FRAC)[:, 0, 0, 0] * SOURCE_SIDE_PX
    zoom = scale * (SOURCE_SIDE_PX / INPUT_SIDE_PX)
    xx, xy = zoom * tf.cos(angle) * mirror, -zoom * tf.sin(angle)
    yx, yy = zoom * tf.sin(angle) * mirror, zoom * tf.cos(angle)
    out_centre, in_centre = (INPUT_SIDE_PX - 1) / 2, (SOURCE_SIDE_PX - 1) / 2
    x0 = in_centre + shift_x - (xx + xy) * out_centre
    y0 = in_centre + shift_y - (yx + yy) * out_centre
    zero = tf.zeros_like(x0)
    return tf.raw_ops.ImageProjectiveTransformV3(
        images=source,
        transforms=tf.stack([xx, xy, x0, yx, yy, y0, zero, zero], axis=1),
        output_shape=[INPUT_SIDE_PX, INPUT_SIDE_PX],
        fill_value=0.0,
        interpolation="BILINEAR",
        fill_mode="REFLECT",
    )


def _low_resolution(image: tf.Tensor, rnd: _Random) -> tf.Tensor:
    """One sample in four loses detail: reduced to 16, 20 or 24 px (one side per batch) and enlarged again."""
    side = tf.gather(tf.constant(LOW_SIDES_PX), rnd.index(len(LOW_SIDES_PX)))
    small = tf.image.resize(image, tf.stack([side, side]), method="area")
    coarse = tf.image.resize(small, [INPUT_SIDE_PX, INPUT_SIDE_PX], method="bilinear")
    hit = rnd.chance(0.25)
    return image + hit * (coarse - image)


def _blur(image: tf.Tensor, rnd: _Random) -> tf.Tensor:
    """One sample in three is mixed with a 5x5 binomial blur of itself."""
    line = tf.constant([1.0, 4.0, 6.0, 4.0, 1.0]) / 16.0
    kernel = tf.reshape(tf.tensordot(line, line, axes=0), [5, 5, 1, 1])
    padded = tf.pad(image, [[0, 0], [2, 2], [2, 2], [0, 0]], mode="SYMMETRIC")
    soft = tf.nn.conv2d(padded, kernel, strides=1, padding="VALID")
    return image + rnd.chance(0.33) * rnd.uniform(0.3, 1.0) * (soft - image)


def _light(image: tf.Tensor, rnd: _Random) -> tf.Tensor:
    """Gamma, contrast about the mean, brightness, and a slope of light across the crop; values stay in 0..1.

    MRL is infrared and mostly dark with little contrast; a webcam is bright with much. Hence the wide, upward-leaning ranges.
    """
    image = tf.pow(tf.clip_by_value(image, 1e-4, 1.0), tf.exp(rnd.uniform(-0.5, 0.5)))
    mean = tf.reduce_mean(image, axis=[1, 2, 3], keepdims=True)
    gain = tf.exp(rnd.uniform(math.log(0.6), math.log(2.8)))
    image = (image - mean) * gain + mean + rnd.uniform(-0.12, 0.35) * rnd.chance(0.8)
    ramp = tf.linspace(-1.0, 1.0, INPUT_SIDE_PX)
    image += rnd.uniform(-0.12, 0.12) * ramp[None, None, :, None] + rnd.uniform(-0.12, 0.12) * ramp[None, :, None, None]
    return tf.clip_by_value(image, 0.0, 1.0)


def augment(source: tf.Tensor, seed: tf.Tensor) -> tf.Tensor:
    """Grey uint8 [n, 48, 48] and an int32 seed to a float32 batch [n, 32, 32, 1] in 0..1."""
    rnd = _Random(tf.shape(source)[0], seed)
    image = tf.cast(source[..., None], tf.float32) / 255.0
    image = _crop(image, rnd)
    image = _low_resolution(image, rnd)
    image = _blur(image, rnd)
    image = _light(image, rnd)
    noise = rnd.normal([tf.shape(source)[0], INPUT_SIDE_PX, INPUT_SIDE_PX, 1])
    image += noise * rnd.uniform(0.0, 0.04) * rnd.chance(0.5)
    # The camera gives whole grey levels; rounding here keeps the model from reading what the unit cannot see.
    return tf.round(tf.clip_by_value(image, 0.0, 1.0) * 255.0) / 255.0
