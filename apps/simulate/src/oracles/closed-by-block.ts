import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istInstant, istMinute } from "@vriddhi/core/time/ist";
import { DAY } from "../plan/day-plan.ts";
import type { TruePosition } from "./positions.ts";
import type { Rule, RuleDeps } from "./rule.ts";

/** Failed changes of an exit are retried, and a share that moves away is followed. */
const CLOSED_MS = 45 * SECOND_MS;
/** The user's own trades are proved within two looks a minute apart. */
const OUTSIDE_MS = 75 * SECOND_MS;
const MARKET_CLOSES = istInstant(DAY, istMinute(15, 9));

interface BlockSet {
  readonly account: string | null;
  readonly atMs: number;
}

/** A block that closes has closed everything, within the time in which no fault prevented it. */
export class ClosedByBlockRule implements Rule {
  readonly #deps: RuleDeps;
  readonly #blocks: BlockSet[] = [];
  readonly #untradedMs = new Map<string, number>();

  constructor(deps: RuleDeps) {
    this.#deps = deps;
  }

  blocked(account: string | null, closes: boolean): void {
    if (closes) this.#blocks.push({ account, atMs: this.#deps.clock.time.now() });
  }

  beat(): void {
    if (this.#blocks.length === 0) return;
    for (const position of this.#deps.positions.all())
      if (this.#deps.positions.leftOf(position) > 0) this.#oracle(position);
  }

  #oracle(position: TruePosition): void {
    const { clock, accounts, positions, hindrances, questions, exchange, accuse } = this.#deps;
    const { client, symbol, positionId } = position;
    const now = clock.time.now();
    const owner = accounts.find(({ plan }) => plan.client === client);
    const block = this.#blocks.find(({ account }) => account === null || account === owner?.id);
    if (block === undefined) return;
    if (exchange.phase(symbol) !== "continuous") this.#untradedMs.set(symbol, now);
    const since = Math.max(
      block.atMs,
      position.filledAtMs,
      hindrances.lastMs(client),
      questions.lastMs(positionId),
      this.#untradedMs.get(symbol) ?? 0,
    );
    if (now - since < CLOSED_MS || this.#isGivenUp(position)) return;
    const who = { account: owner?.id ?? null, tag: positionId };
    accuse("a block that closes has closed", who, `${positions.leftOf(position)} are open after ${now - since} ms`);
  }

  /** An alert was raised, the market's close is near, or the user's trade in the share is not proved yet. */
  #isGivenUp({ client, symbol, positionId }: TruePosition): boolean {
    const { clock, positions, notices } = this.#deps;
    const traded = positions.foreignOf(client, symbol);
    if (clock.market() >= MARKET_CLOSES || clock.time.now() - traded.atMs < OUTSIDE_MS) return true;
    return notices.hasAlert(positionId);
  }
}
