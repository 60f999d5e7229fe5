/** An endpoint's signing secrets as they lie in its row: sealed, and two of them while one takes the other's place. */
import type { SecretBox } from "../secret/box";

export interface SealedSecrets {
  readonly secret_sealed: string;
  readonly previous_secret_sealed: string | null;
  readonly previous_secret_until: string | null;
}

type Column = "secret_sealed" | "previous_secret_sealed";

export function sealSecret(box: SecretBox, endpoint_id: string, column: Column, secret: string): string {
  return box.seal(context(endpoint_id, column), secret);
}

/** The secrets to sign with at `now`, the present one first. @throws SealError */
export function openSecrets(box: SecretBox, endpoint_id: string, sealed: SealedSecrets, now: Date): string[] {
  const secrets = [box.open(context(endpoint_id, "secret_sealed"), sealed.secret_sealed)];
  const { previous_secret_sealed, previous_secret_until } = sealed;
  if (previous_secret_sealed !== null && previous_secret_until !== null && new Date(previous_secret_until) > now) {
    secrets.push(box.open(context(endpoint_id, "previous_secret_sealed"), previous_secret_sealed));
  }
  return secrets;
}

const context = (endpoint_id: string, column: Column) => ({ table: "webhook_endpoints", column, row: endpoint_id });
