"""The network: 32x32 grey in, P(closed) out.

Plain 3x3 convolutions with channel counts in multiples of eight, because those are what esp-nn has assembly for on the ESP32-S3. Batch
normalisation folds into the convolutions when the model is converted.
"""

import tensorflow as tf

from data import INPUT_SIDE_PX

# Tried on the validation subjects, 24 epochs each (accuracy, AUC; million multiply-accumulates):
#   16/2 16/1 32/2 32/1 64/2   0.9743 0.9977  1.81
#   16/2 32/2 32/1 64/2 64/1   0.9719 0.9975  1.81
#   8/2 16/1 32/2 32/1 64/2    0.9732 0.9976  1.49   <- as good as the first within the noise, a fifth cheaper
#   8/2 16/2 32/1 64/2         0.9712 0.9969  0.68
# (filters, stride) of each 3x3 convolution. The first halves the picture at once: most of the cost is at full size.
LAYERS = ((8, 2), (16, 1), (32, 2), (32, 1), (64, 2))
WEIGHT_DECAY = 1e-4


def build(layers: tuple[tuple[int, int], ...] = LAYERS, dropout: float = 0.2) -> tf.keras.Model:
    """An untrained model: float32 [n, 32, 32, 1] in 0..1 to float32 [n, 1] in 0..1."""
    inputs = tf.keras.Input((INPUT_SIDE_PX, INPUT_SIDE_PX, 1), name="grey")
    x = inputs
    for i, (filters, stride) in enumerate(layers):
        x = tf.keras.layers.Conv2D(filters, 3, stride, "same", use_bias=False, name=f"conv{i}")(x)
        x = tf.keras.layers.BatchNormalization(momentum=0.98, name=f"norm{i}")(x)
        x = tf.keras.layers.ReLU(6.0, name=f"relu{i}")(x)
    x = tf.keras.layers.Flatten(name="flatten")(x)
    x = tf.keras.layers.Dropout(dropout, name="dropout")(x)
    outputs = tf.keras.layers.Dense(1, activation="sigmoid", name="closed")(x)
    return tf.keras.Model(inputs, outputs, name="eye_state")


def multiply_accumulates(model: tf.keras.Model) -> int:
    """Multiply-accumulates of one inference, counted over the convolutions and the dense layer."""
    total = 0
    for layer in model.layers:
        if isinstance(layer, tf.keras.layers.Conv2D):
            _n, height, width, filters = layer.output.shape
            kernel_h, kernel_w, channels, _f = layer.kernel.shape
            total += height * width * filters * kernel_h * kernel_w * channels
        elif isinstance(layer, tf.keras.layers.Dense):
            total += layer.kernel.shape[0] * layer.kernel.shape[1]
    return int(total)
