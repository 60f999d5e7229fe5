/** Campaigns and tenants that are not worth a look for a moment. */
export class Resting {
  readonly #until = new Map<string, { until_ms: number; tenant_id: string; lines: boolean }>();

  /**
   * @param id of a campaign, or of a tenant with all its campaigns
   * @param lines whether a call of the tenant that ends may help: then it is worth a look at once
   */
  add(id: string, tenant_id: string, pause_ms: number, lines: boolean): void {
    this.#until.set(id, { until_ms: performance.now() + pause_ms, tenant_id, lines });
  }

  /** A call of the tenant has ended. */
  callEnded(tenant_id: string): void {
    for (const [id, rest] of this.#until) if (rest.lines && rest.tenant_id === tenant_id) this.#until.delete(id);
  }

  /** Those that rest now. */
  ids(): string[] {
    const now_ms = performance.now();
    for (const [id, { until_ms }] of this.#until) if (until_ms <= now_ms) this.#until.delete(id);
    return [...this.#until.keys()];
  }

  /** Milliseconds until the first one does no more. */
  shortest(): number {
    const now_ms = performance.now();
    return Math.min(...[...this.#until.values()].map(({ until_ms }) => until_ms - now_ms));
  }
}
