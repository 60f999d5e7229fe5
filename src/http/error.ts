/** What a handler throws, and what the parser refuses with: one status, one sentence, and the field it is about. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}
