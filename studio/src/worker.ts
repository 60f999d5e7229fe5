import type { FastifyBaseLogger } from "fastify";
import type { Services } from "./http/principal";

/** Work beside the requests: deliveries, the dialer, clearing up. Several processes may run the same worker on one database. */
export interface Worker {
  readonly name: string;
  start(): Promise<void>;
  /** Ends what is under way, or leaves it for another process to take up; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

export type WorkerMaker = (services: Services, log: FastifyBaseLogger) => Worker;
