/** An HTTP client that holds every answer to the OpenAPI document the studio serves. */
import Ajv, { type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

// biome-ignore lint/suspicious/noExplicitAny: a check says what it expects of a body, and the contract has checked its form
export type Json = any;

export interface Answer<Body = Json> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface SendOptions {
  body?: unknown;
  /** Sent as it is, with this content type. */
  raw?: { type: string; text: string };
  headers?: Record<string, string>;
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

/** The served document, and the checks made from it. */
export class Contract {
  readonly #ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  readonly #checks = new Map<string, ValidateFunction | null>();
  readonly #paths: { pattern: RegExp; path: string; operations: Record<string, Operation> }[];

  constructor(readonly document: { paths: Record<string, Record<string, Operation>> }) {
    this.#paths = Object.entries(document.paths).map(([path, operations]) => ({
      pattern: new RegExp(`^${path.replace(/\./g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`),
      path,
      operations,
    }));
    // A fixed part is a better match than a parameter.
    this.#paths.sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  }

  static async read(base: string): Promise<Contract> {
    return new Contract((await (await fetch(`${base}/openapi.json`)).json()) as Contract["document"]);
  }

  /** @throws Error when the answer is not one that the document promises */
  check(method: string, path: string, answer: Answer): void {
    if (answer.status >= 400) {
      this.#checkProblem(method, path, answer);
      return;
    }
    const found = this.#paths.find(({ pattern }) => pattern.test(path));
    const operation = found?.operations[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} answered ${answer.status} but is not in the document`);
    const response = operation.responses[String(answer.status)];
    if (!response) throw new Error(`${method} ${path}: the document does not know the status ${answer.status}`);
    const schema = response.content?.["application/json"]?.schema;
    if (schema === undefined) return;
    const key = `${method} ${found!.path} ${answer.status}`;
    if (!this.#checks.has(key)) this.#checks.set(key, this.#ajv.compile(schema));
    const valid = this.#checks.get(key)!;
    if (!valid(answer.body))
      throw new Error(`${key}: ${this.#ajv.errorsText(valid.errors)}\n${JSON.stringify(answer.body)}`);
  }

  #checkProblem(method: string, path: string, { headers, body, status }: Answer): void {
    const right =
      headers.get("content-type")?.startsWith("application/problem+json") &&
      body.status === status &&
      typeof body.code === "string" &&
      typeof body.request_id === "string";
    if (!right) throw new Error(`${method} ${path}: ${status} without a problem document: ${JSON.stringify(body)}`);
    if (status >= 500) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  }
}

export class Client {
  constructor(
    readonly base: string,
    readonly contract: Contract,
    readonly token: string | null = null,
  ) {}

  as(token: string | null): Client {
    return new Client(this.base, this.contract, token);
  }

  get = (path: string, options?: SendOptions) => this.send("GET", path, options);
  post = (path: string, body?: unknown, options?: SendOptions) => this.send("POST", path, { ...options, body });
  put = (path: string, body?: unknown, options?: SendOptions) => this.send("PUT", path, { ...options, body });
  patch = (path: string, body?: unknown, options?: SendOptions) => this.send("PATCH", path, { ...options, body });
  delete = (path: string, options?: SendOptions) => this.send("DELETE", path, options);

  /** @param path beneath the base path, or from the root where it begins with `//` */
  async send(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    const url = path.startsWith("//") ? new URL(path.slice(1), this.base) : new URL(`${this.base}${path}`);
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: {
        ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
        ...(options.raw
          ? { "content-type": options.raw.type }
          : options.body === undefined
            ? {}
            : { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(options.raw
        ? { body: options.raw.text }
        : options.body === undefined
          ? {}
          : { body: JSON.stringify(options.body) }),
    });
    const text = await response.text();
    const is_json = /json/.test(response.headers.get("content-type") ?? "");
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : is_json ? JSON.parse(text) : text,
    };
    this.contract.check(method, url.pathname, answer);
    return answer;
  }

  /** Sends and insists on the status; the body is returned. */
  async expect(status: number, method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<Json> {
    const answer = await this.send(method, path, body === undefined ? options : { ...options, body });
    if (answer.status !== status) {
      throw new Error(`${method} ${path}: ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }
}
