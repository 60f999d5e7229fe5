/** Why a configuration is not taken: the field that is at fault and one sentence that never repeats its value. */
export class Refusal extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}
