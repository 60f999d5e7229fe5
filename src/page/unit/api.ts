/** Requests to the unit. */

/** A request that hangs for longer has failed: the unit answers in milliseconds, a slow access point in a second. */
const ANSWER_MS = 4000;

/** The unit answered, and refused. */
export class Refused extends Error {
  readonly status: number;
  /** The form's field that is to blame; empty where none is named. */
  readonly field: string;

  constructor(status: number, message: string, field: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ANSWER_MS);
  try {
    const response = await fetch(path, { ...init, cache: "no-store", signal: abort.signal });
    const body = await response.json();
    if (!response.ok) throw new Refused(response.status, `${body.error ?? response.status}`, `${body.field ?? ""}`);
    return body as T;
  } finally {
    clearTimeout(timer);
  }
}

/** Throws Refused for an answer other than 2xx, any other Error where the unit does not answer. */
export const get = <T>(path: string): Promise<T> => request<T>(path, {});

/** As `get`. The fields of `form` are sent as a form's body. */
export const post = <T>(path: string, form: Readonly<Record<string, string>> = {}): Promise<T> => {
  const body = new URLSearchParams(form);
  return request<T>(path, Object.keys(form).length > 0 ? { method: "POST", body } : { method: "POST" });
};
