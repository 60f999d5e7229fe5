import { GuardedClient } from "../net/client";
import type { WorkerMaker } from "../worker";
import { webhookConfig } from "./config";
import { AT_ONCE } from "./lanes";
import { DeliveryWorker } from "./worker";

/** Connections kept to each host between deliveries, as many as are used at once: a TLS handshake costs more than the message. */
const IDLE_SOCKETS = AT_ONCE;

/** The worker as the studio runs it. */
export const deliveryWorker: WorkerMaker = ({ db, secrets, now, environment }, log) => {
  const { policy, keep_days } = webhookConfig(environment);
  const client = new GuardedClient({ policy, idle_sockets: IDLE_SOCKETS });
  return new DeliveryWorker(db, log, { client, secrets, now, random: Math.random, keep_days });
};
