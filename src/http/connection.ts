import type { Tcp } from "../board/net";
import { admit } from "./admission";
import { HttpError } from "./error";
import type { HttpLimits } from "./limits";
import { RequestParser } from "./parser";
import type { RawHandler, RawStart } from "./raw";
import type { Request } from "./request";
import { bodyBytes, encodeHead, errorResponse, type Response } from "./response";
import type { Route, Router } from "./router";
import { Transport } from "./transport";
import { encodeUtf8 } from "./utf8";

/** What the connections of one server share. */
export interface ConnectionHost {
  readonly limits: HttpLimits;
  readonly router: Router;
  /** The server is closing: no request after the one in hand. */
  readonly closing: boolean;
  now_ms(): number;
  /** A handler failed in a way that it did not foresee. */
  onError(error: unknown): void;
  onClosed(connection: Connection): void;
}

/**
 * `receiving` a request; `handling` it, while its handler thinks; `sending` the answer; `lingering` after the last one,
 * while what the peer still sends is dropped; `raw` once a handler took the connection over.
 */
type State = "receiving" | "handling" | "sending" | "lingering" | "raw" | "closed";

/** One connection: requests in, one at a time, answers out, within the limits of its server. */
export class Connection {
  readonly #host: ConnectionHost;
  readonly #transport: Transport;
  readonly #parser: RequestParser;
  #state: State = "receiving";
  /** The request in hand, from the end of its head until it is answered. */
  #request: Request | null = null;
  /** What that request was admitted to: its route, or the answer that refuses it. */
  #admitted: Route | Response | null = null;
  /** What a handler came to in its own time. */
  #settled: Response | null = null;
  #raw: RawHandler | null = null;
  /** When the state, or the part of a request that is being received, began. */
  #since_ms: number;
  /** The peer sends no more. */
  #ended = false;
  #keep_alive = true;
  /** Part of what was answered last may be on its way still. */
  #input_left = false;
  #running = false;
  /** It has had an answer. */
  #served = false;

  constructor(host: ConnectionHost, from: Tcp) {
    this.#host = host;
    this.#parser = new RequestParser(host.limits);
    this.#since_ms = host.now_ms();
    this.#transport = new Transport(from, () => host.now_ms(), {
      onReady: () => this.#run(),
      onEnd: () => this.#end(),
    });
  }

  /** Answers `error` whatever the peer asks for, and ends the connection. */
  refuse(error: HttpError): void {
    this.#answerAndEnd(errorResponse(error));
    this.#run();
  }

  /** Ends the connection: now if it is at rest, else after the answer in hand. */
  shutDown(): void {
    if (this.#state !== "handling" && this.#state !== "sending") this.close();
  }

  /** Ends the connection now. */
  close(): void {
    if (this.#closed) return;
    this.#state = "closed";
    this.#transport.close();
    this.#raw?.onClose();
    this.#host.onClosed(this);
  }

  /** Since when it has been waiting for another request after an answer; null while anything is under way. */
  get resting_since_ms(): number | null {
    const at_rest = this.#state === "receiving" && this.#served && this.#parser.idle && this.#transport.readable === 0;
    return at_rest ? this.#since_ms : null;
  }

  get #closed(): boolean {
    return this.#state === "closed";
  }

  /** Applies the time limits; the server calls this a few times in the shortest of them. */
  checkTime(now_ms: number): void {
    const { limits } = this.#host;
    const age_ms = now_ms - this.#since_ms;
    const stuck_ms = now_ms - this.#transport.progress_ms;
    switch (this.#state) {
      case "receiving":
        if (this.#parser.idle) {
          if (age_ms >= limits.idle_ms) this.close();
        } else if (age_ms >= (this.#parser.in_body ? limits.idle_ms : limits.head_ms))
          this.refuse(new HttpError(408, "the request took too long"));
        break;
      case "handling":
        if (age_ms >= limits.handler_ms) this.refuse(new HttpError(503, "the answer took too long"));
        break;
      case "sending":
        if (age_ms >= limits.response_ms || stuck_ms >= limits.idle_ms) this.close();
        break;
      case "lingering":
        if (age_ms >= limits.linger_ms) this.close();
        break;
      case "raw":
        if (this.#transport.pending > 0 && stuck_ms >= limits.stall_ms) this.close();
        break;
    }
  }

  /** Goes on as far as it can without waiting. */
  #run(): void {
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#step()) {}
    } catch (error) {
      this.#host.onError(error);
      this.close();
    } finally {
      this.#running = false;
    }
  }

  /** One step; true when another may follow. */
  #step(): boolean {
    if (!this.#closed && !this.#transport.flush()) this.close();
    switch (this.#state) {
      case "receiving":
        return this.#receive();
      case "handling":
        if (!this.#settled) return false;
        this.#answer(this.#settled);
        return true;
      case "sending":
        if (this.#transport.pending > 0) return false;
        this.#sent();
        return true;
      case "lingering":
      case "raw":
        this.#transport.read();
        return false;
      default:
        return false;
    }
  }

  /** The peer sends no more: what it asked for is still answered if the socket takes that. */
  #end(): void {
    const again = this.#ended;
    this.#ended = true;
    if (this.#state === "receiving" && !again) this.#run();
    else if (again || this.#state === "raw" || this.#state === "lingering" || !this.#transport.isWritable())
      this.close();
  }

  #receive(): boolean {
    switch (this.#parser.next()) {
      case "more": {
        const chunk = this.#transport.read();
        if (chunk) {
          if (this.#parser.idle) this.#since_ms = this.#host.now_ms();
          this.#parser.push(chunk);
        } else if (this.#ended) this.close();
        return chunk !== null;
      }
      case "head":
        this.#admit(this.#parser.request!);
        return true;
      case "request":
        this.#handle(this.#parser.request!, this.#admitted!);
        return true;
      case "failed":
        this.#answerAndEnd(errorResponse(this.#parser.failure!));
        return true;
    }
  }

  #admit(request: Request): void {
    this.#request = request;
    this.#since_ms = this.#host.now_ms();
    this.#admitted = admit(this.#host.router, request);
    if (!request.content_length) return;
    if (!("handler" in this.#admitted)) this.#answerAndEnd(this.#admitted);
    else if (expectsContinue(request) && this.#parser.unparsed === 0)
      this.#transport.send(encodeUtf8("HTTP/1.1 100 Continue\r\n\r\n"));
  }

  #handle(request: Request, admitted: Route | Response): void {
    this.#keep_alive = request.keep_alive;
    this.#state = "handling";
    this.#settled = null;
    this.#since_ms = this.#host.now_ms();
    let answer: Response | Promise<Response>;
    try {
      answer = "handler" in admitted ? admitted.handler(request) : admitted;
    } catch (error) {
      answer = this.#failure(error);
    }
    if ("then" in answer)
      answer.then(
        (response) => this.#settle(response),
        (error) => this.#settle(this.#failure(error)),
      );
    else this.#answer(answer);
  }

  #settle(response: Response): void {
    this.#settled = response;
    this.#run();
  }

  /** The answer to what a handler threw. */
  #failure(error: unknown): Response {
    if (error instanceof HttpError) return errorResponse(error);
    this.#host.onError(error);
    return errorResponse(new HttpError(500, "the unit failed to answer this"));
  }

  /** Answers a request that was not read to its end. */
  #answerAndEnd(response: Response): void {
    this.#keep_alive = false;
    this.#input_left = true;
    this.#answer(response);
  }

  #answer(response: Response): void {
    const only_head = this.#request?.method === "HEAD";
    if (response.raw || this.#host.closing) this.#keep_alive = false;
    const connection = !this.#keep_alive ? "close" : this.#request?.minor === 0 ? "keep-alive" : "";
    const body = bodyBytes(response);
    this.#transport.send(encodeHead(response, body?.length, connection));
    this.#since_ms = this.#host.now_ms();
    this.#state = "sending";
    if (only_head) return;
    if (response.raw) this.#takeOver(response.raw);
    else if (body) this.#transport.send(body);
  }

  #sent(): void {
    this.#request = null;
    this.#served = true;
    this.#since_ms = this.#host.now_ms();
    if (this.#keep_alive && !this.#host.closing) this.#state = "receiving";
    else if (this.#ended || !(this.#input_left || this.#transport.readable > 0 || this.#parser.unparsed > 0))
      this.close();
    else this.#state = "lingering";
  }

  #takeOver(start: RawStart): void {
    this.#state = "raw";
    const transport = this.#transport;
    const handler = start({
      get pending() {
        return transport.pending;
      },
      write: (bytes) => {
        if (this.#closed) return;
        transport.send(bytes);
        this.#run();
      },
      close: () => this.close(),
    });
    if (this.#closed) handler.onClose();
    else this.#raw = handler;
  }
}

const expectsContinue = ({ minor, headers }: Request) => minor > 0 && headers.expect?.toLowerCase() === "100-continue";
