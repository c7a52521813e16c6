import { MINUTE_MS } from "../time/clock.ts";
import { FEED_GAP_MS } from "./strategy-hours.ts";

/** Judged by the ticks of all shares together. Minutes count from the open. */
export class FeedCoverage {
  readonly #opensAt: number;
  readonly #received = new Set<number>();
  readonly #torn = new Set<number>();
  #lastAt: number;

  constructor(opensAt: number) {
    this.#opensAt = opensAt;
    this.#lastAt = opensAt;
  }

  #placeOf(at: number): number {
    return Math.floor((at - this.#opensAt) / MINUTE_MS);
  }

  receive(at: number): void {
    if (at < this.#opensAt) return;
    this.#received.add(this.#placeOf(at));
    if (at - this.#lastAt > FEED_GAP_MS)
      for (let place = this.#placeOf(this.#lastAt); place <= this.#placeOf(at); place++) this.#torn.add(place);
    this.#lastAt = Math.max(this.#lastAt, at);
  }

  /** Another process has received everything until then. */
  resumeAt(at: number): void {
    this.#lastAt = Math.max(this.#lastAt, at);
  }

  isReceived(place: number): boolean {
    return this.#received.has(place);
  }

  /** From its beginning to its end; called when the minute is over. */
  isWhole(place: number): boolean {
    const end = this.#opensAt + (place + 1) * MINUTE_MS;
    return this.#received.has(place) && !this.#torn.has(place) && end - this.#lastAt <= FEED_GAP_MS;
  }
}
