/**
 * One linear support vector machine per class against the rest, trained by dual coordinate descent
 * (Hsieh et al. 2008, L2-regularised L2-loss). Deterministic: the order of the samples is fixed.
 */
import type { Vector } from "./vocabulary";

export interface Sample {
  readonly vector: Vector;
  readonly label: number;
}

/** Per class a weight for each feature, then the bias. */
export type LinearModel = readonly Float32Array[];

const COST = 4;
const BIAS_VALUE = 0.5;
const MAX_EPOCHS = 20;
const TOLERANCE = 0.02;
/** Multiplications that one training may take, about half a second's worth; beyond that it gets fewer rounds. */
const BUDGET = 150_000_000;

export function trainLinear(samples: readonly Sample[], classes: number, features: number): LinearModel {
  const table = tableOf(samples);
  const work = Math.max(1, table.index.length * classes);
  const epochs = Math.max(2, Math.min(MAX_EPOCHS, Math.floor(BUDGET / work)));
  return Array.from({ length: classes }, (_, label) => trainOne(table, label, features, epochs));
}

/** Above 0: rather this class than not. Training aims at +1 and -1. */
export function score(weights: Float32Array, { index, value }: Vector): number {
  let sum = weights[weights.length - 1]! * BIAS_VALUE;
  for (let i = 0; i < index.length; i += 1) sum += weights[index[i]!]! * value[i]!;
  return sum;
}

/** All samples in one piece, in the order they are looked at; sample `i` has the entries from `start[i]` to `start[i + 1]`. */
interface Table {
  readonly label: Int32Array;
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly value: Float64Array;
  readonly square: Float64Array;
}

function tableOf(samples: readonly Sample[]): Table {
  const ordered = Array.from(shuffled(samples.length), (i) => samples[i]!);
  const start = new Int32Array(samples.length + 1);
  ordered.forEach(({ vector }, i) => {
    start[i + 1] = start[i]! + vector.index.length;
  });
  const index = new Int32Array(start[samples.length]!);
  const value = new Float64Array(index.length);
  ordered.forEach(({ vector }, i) => {
    index.set(vector.index, start[i]);
    value.set(vector.value, start[i]);
  });
  const square = Float64Array.from(ordered, ({ vector }) =>
    vector.value.reduce((sum, v) => sum + v * v, BIAS_VALUE ** 2),
  );
  return { label: Int32Array.from(ordered, ({ label }) => label), start, index, value, square };
}

function trainOne(
  { label: labels, start, index, value, square }: Table,
  label: number,
  features: number,
  epochs: number,
) {
  const weights = new Float32Array(features + 1);
  const alpha = new Float64Array(labels.length);
  let positives = 0;
  for (const own of labels) if (own === label) positives += 1;
  // Few against many: without a counterweight the answer would always be no.
  const balance = Math.max(1, Math.min(5, Math.sqrt((labels.length - positives) / Math.max(1, positives))));
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    let worst = 0;
    for (let i = 0; i < labels.length; i += 1) {
      const sign = labels[i] === label ? 1 : -1;
      const diagonal = 1 / (2 * COST * (sign === 1 ? balance : 1));
      const [from, to] = [start[i]!, start[i + 1]!];
      let sum = weights[features]! * BIAS_VALUE;
      for (let k = from; k < to; k += 1) sum += weights[index[k]!]! * value[k]!;
      const before = alpha[i]!;
      const gradient = sign * sum - 1 + diagonal * before;
      const projected = before === 0 ? Math.min(gradient, 0) : gradient;
      worst = Math.max(worst, Math.abs(projected));
      if (projected === 0) continue;
      const after = Math.max(before - gradient / (square[i]! + diagonal), 0);
      alpha[i] = after;
      const step = (after - before) * sign;
      for (let k = from; k < to; k += 1) weights[index[k]!]! += step * value[k]!;
      weights[features]! += step * BIAS_VALUE;
    }
    if (worst < TOLERANCE) break;
  }
  return weights;
}

/** A fixed mixture: utterances of one class lie together in a library. */
function shuffled(length: number): Int32Array {
  const order = Int32Array.from({ length }, (_, i) => i);
  let state = 12_345;
  for (let i = length - 1; i > 0; i -= 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
