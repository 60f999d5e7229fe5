/**
 * From scores to a probability: logistic regression on the best score and its lead over the second, learnt from utterances
 * that training has not seen. Each is asked twice, once with its own intent missing: a caller may mean none of the candidates.
 */
export interface Observation {
  readonly best: number;
  readonly lead: number;
  readonly right: boolean;
  /** How much it counts. */
  readonly weight: number;
}

export interface Calibration {
  readonly best: number;
  readonly lead: number;
  readonly bias: number;
}

/** What holds without evidence; evidence outweighs it from a few dozen utterances on. */
export const PRIOR: Calibration = { best: 3, lead: 3, bias: 0.3 };
const PRIOR_STRENGTH = 1;
const ROUNDS = 200;

export function probability({ best, lead, bias }: Calibration, scored: { best: number; lead: number }): number {
  return 1 / (1 + Math.exp(-(best * scored.best + lead * scored.lead + bias)));
}

/** Maximum a posteriori by gradient descent; weights never fall below zero, so a better score never lowers the confidence. */
export function calibrate(observations: readonly Observation[]): Calibration {
  let { best, lead, bias } = PRIOR;
  if (observations.length === 0) return PRIOR;
  const rate = 2 / (observations.length + PRIOR_STRENGTH);
  for (let round = 0; round < ROUNDS; round += 1) {
    let [d_best, d_lead, d_bias] = [
      PRIOR_STRENGTH * (best - PRIOR.best),
      PRIOR_STRENGTH * (lead - PRIOR.lead),
      PRIOR_STRENGTH * (bias - PRIOR.bias),
    ];
    for (const seen of observations) {
      const error = seen.weight * (probability({ best, lead, bias }, seen) - (seen.right ? 1 : 0));
      d_best += error * seen.best;
      d_lead += error * seen.lead;
      d_bias += error;
    }
    best = Math.max(0, best - rate * d_best);
    lead = Math.max(0, lead - rate * d_lead);
    bias -= rate * d_bias;
  }
  return { best, lead, bias };
}
