import type { SimAccount } from "../day/sim-account.ts";

/** Why somebody is not yet to be judged by how fast they are. Each ends by itself. */
export class Disturbances {
  readonly #until = new Map<string, number>();
  readonly #times = new Map<string, number>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  disturb(client: string, durationMs: number): void {
    this.#times.set(client, this.timesDisturbed(client) + 1);
    this.#until.set(client, Math.max(this.#until.get(client) ?? 0, this.#nowMs() + durationMs));
  }

  disturbAll(accounts: readonly SimAccount[], durationMs: number): void {
    for (const { plan } of accounts) this.disturb(plan.client, durationMs);
  }

  isDisturbed(client: string): boolean {
    return (this.#until.get(client) ?? -1) >= this.#nowMs();
  }

  /** How often something has begun to disturb it. */
  timesDisturbed(client: string): number {
    return this.#times.get(client) ?? 0;
  }

  /** How long nothing has disturbed it. */
  calmForMs(client: string): number {
    return this.#nowMs() - (this.#until.get(client) ?? 0);
  }
}
