/** What a handler answers with. Headers are in lower case. */
export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

interface ReplyOptions {
  etag?: string;
  headers?: Record<string, string>;
}

export const ok = (body: unknown, options: ReplyOptions = {}): Reply => ({ status: 200, body, ...headersOf(options) });

/** @param location path of what was made, beneath the base path, such as `/projects/…` */
export const created = (body: unknown, options: ReplyOptions & { location?: string } = {}): Reply => ({
  status: 201,
  body,
  ...headersOf(options, options.location === undefined ? {} : { location: `${BASE_PATH}${options.location}` }),
});

export const accepted = (body: unknown, options: ReplyOptions = {}): Reply => ({
  status: 202,
  body,
  ...headersOf(options),
});

export const noContent = (): Reply => ({ status: 204 });

export const BASE_PATH = "/api/v1";

function headersOf(options: ReplyOptions, more: Record<string, string> = {}): { headers?: Record<string, string> } {
  return { headers: { ...(options.etag === undefined ? {} : { etag: options.etag }), ...more, ...options.headers } };
}
