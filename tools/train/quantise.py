"""Float network to a fully quantised .tflite: int8 inside, uint8 at both edges.

uint8 edges, because the two run-times meet only there: LiteRT.js takes uint8 or float32 tensors and refuses int8, and a camera gives bytes anyway.
The converter then puts one QUANTIZE op at each end (uint8 to int8 and back, a subtraction of 128), which tflite-micro's QUANTIZE kernel
knows; everything between is the int8 that esp-nn accelerates.
"""

import numpy as np
import tensorflow as tf

from augment import augment
from data import EyeSet, INPUT_SIDE_PX, sampling_weights

CALIBRATION_CROPS = 1024


def calibration_crops(train: EyeSet, seed: int) -> np.ndarray:
    """float32 [n, 32, 32, 1] in 0..1 from TRAINING crops: half as they are, half augmented, so that activation ranges fit daylight too."""
    rng = np.random.default_rng(seed)
    index = rng.choice(len(train.crops), CALIBRATION_CROPS, replace=False, p=sampling_weights(train))
    half = CALIBRATION_CROPS // 2
    plain = train.input[index[:half], :, :, None].astype(np.float32) / 255.0
    changed = augment(tf.constant(train.source[index[half:]]), tf.constant(seed, tf.int32)).numpy()
    return np.concatenate([plain, changed])


def quantise(model: tf.keras.Model, calibration: np.ndarray) -> bytes:
    """The .tflite file. Input uint8 [1, 32, 32, 1], the grey value itself; output uint8 [1, 1], P(closed) in 256ths."""
    # A fixed batch of one: with a free batch the flatten becomes SHAPE, STRIDED_SLICE and PACK, three more kernels on the board.
    grey = tf.keras.Input((INPUT_SIDE_PX, INPUT_SIDE_PX, 1), batch_size=1, name="grey")
    converter = tf.lite.TFLiteConverter.from_keras_model(tf.keras.Model(grey, model(grey, training=False)))
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = lambda: ([crop[None]] for crop in calibration)
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    converter.inference_input_type = tf.uint8
    converter.inference_output_type = tf.uint8
    return converter.convert()
