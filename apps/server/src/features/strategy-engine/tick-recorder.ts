import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { MarketTick } from "@vriddhi/core/market/tick-bars";
import { TickBlockWriter } from "@vriddhi/core/market/tick-block";
import type { ShareNumber } from "@vriddhi/core/strategy/strategy";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Logger } from "../../platform/log/logger.ts";
import { LeadLost } from "./strategy-engine.store.ts";
import type { TickBlock, TickStore } from "./tick.store.ts";

/** A block ends with its minute, or at this length. */
const BLOCK_TICKS_MAX = 32_768;
/** Blocks that wait while the database is down; after that the oldest is dropped and its number stays missing. */
const WAITING_MAX = 120;

export interface TickRecorderDeps {
  readonly ticks: Pick<TickStore, "append">;
  readonly isins: readonly string[];
  readonly log: Logger;
}

/** Recording costs a few bytes of memory; storing happens after the minute's bars and signals and never fails them. */
export class TickRecorder {
  readonly #deps: TickRecorderDeps;
  readonly #place: { readonly epoch: number; readonly desk: StrategyFeed };
  readonly #writer = new TickBlockWriter();
  #day: IstDate | null = null;
  #seq = 0;
  #waiting: TickBlock[] = [];

  constructor(deps: TickRecorderDeps, desk: StrategyFeed, epoch: number) {
    this.#deps = deps;
    this.#place = { epoch, desk };
  }

  get isStored(): boolean {
    return this.#waiting.length === 0;
  }

  add(day: IstDate, share: ShareNumber, tick: MarketTick): void {
    if (day !== this.#day) this.#begin(day);
    this.#writer.add(share, tick);
    if (this.#writer.count >= BLOCK_TICKS_MAX) this.cut();
  }

  #begin(day: IstDate): void {
    this.cut();
    this.#day = day;
    this.#seq = 0;
  }

  cut(): void {
    const ticks = this.#writer.count;
    if (ticks === 0 || this.#day === null) return;
    this.#seq++;
    this.#waiting.push({ day: this.#day, seq: this.#seq, ticks, data: this.#writer.take() });
    if (this.#waiting.length <= WAITING_MAX) return;
    this.#waiting.shift();
    this.#deps.log.error({ desk: this.#place.desk }, "strategy: tick buffer full, oldest ticks dropped");
  }

  async store(): Promise<void> {
    const { ticks, isins, log } = this.#deps;
    const blocks = [...this.#waiting];
    if (blocks.length === 0) return;
    try {
      await ticks.append(this.#place, isins, blocks);
    } catch (cause) {
      if (cause instanceof LeadLost) throw cause;
      log.warn(
        { err: cause, desk: this.#place.desk, blocks: blocks.length },
        "strategy: storing ticks failed, retrying",
      );
      return;
    }
    const stored = new Set(blocks);
    this.#waiting = this.#waiting.filter((block) => !stored.has(block));
  }
}
