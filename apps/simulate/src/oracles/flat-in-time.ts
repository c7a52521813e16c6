import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istInstant, istMinute } from "@vriddhi/core/time/ist";
import { DAY } from "../plan/day-plan.ts";
import { ABANDONED_SCAN_EVERY_MS } from "./bounds.ts";
import type { TruePosition } from "./positions.ts";
import type { Rule, RuleDeps } from "./rule.ts";

/** A worker without hindrance raises the alert within this time. */
const NOTICE_WITHIN_MS = 6 * SECOND_MS;

const FLAT_BY = istInstant(DAY, istMinute(15, 10));
/** The broker closes everything itself; a later discovery is looked up as seldom as during the day. */
const SQUARED_OFF = istInstant(DAY, istMinute(15, 12));

/** From ten past three all is flat or has an alert. Time counts from the entry's last trade and any hindrance's end. */
export class FlatInTimeRule implements Rule {
  readonly #deps: RuleDeps;
  readonly #judged = new Set<string>();
  #flatByMs: number | null = null;

  constructor(deps: RuleDeps) {
    this.#deps = deps;
  }

  beat(): void {
    const { clock, positions } = this.#deps;
    if (clock.market() < FLAT_BY) return;
    this.#flatByMs ??= clock.time.now();
    for (const position of positions.all()) this.#oracle(position, this.#flatByMs);
  }

  #oracle(position: TruePosition, flatByMs: number): void {
    const { clock, positions, hindrances, accounts, notices, accuse } = this.#deps;
    const { positionId, client, filledAtMs } = position;
    if (this.#judged.has(positionId)) return;
    const left = positions.leftOf(position);
    const sinceMs = Math.max(flatByMs, filledAtMs, hindrances.lastMs(client));
    if (left <= 0 || clock.time.now() - sinceMs < this.#patienceMs()) return;
    this.#judged.add(positionId);
    if (notices.hasAlert(positionId)) return;
    const account = accounts.find(({ plan }) => plan.client === client)?.id ?? null;
    accuse("flat by 15:10 or an alert is raised", { account, tag: positionId }, `${left} are open`);
  }

  #patienceMs(): number {
    return this.#deps.clock.market() < SQUARED_OFF ? NOTICE_WITHIN_MS : ABANDONED_SCAN_EVERY_MS + NOTICE_WITHIN_MS;
  }
}
