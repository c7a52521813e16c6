import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Paise } from "@vriddhi/core/shared/money";
import { ok, type Result } from "@vriddhi/core/shared/result";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import type { RunDeps } from "./run-ports.ts";
import type { RunStarts } from "./run-start.ts";
import type { RunStops } from "./run-stop.ts";
import { runningAt, settingAt } from "./run-view.ts";

type StartError = Extract<Awaited<ReturnType<RunStarts["start"]>>, { ok: false }>["error"];
type ArmError = Extract<Awaited<ReturnType<RunStarts["startNextDay"]>>, { ok: false }>["error"];

export type SwitchError = StartError | ArmError;

/** From when on the strategy runs: now, or from that day on; null: it is off. */
export interface Switched {
  readonly from: "now" | IstDate | null;
}

/** Who at the desk switches it, and what is written with it or not at all. */
export interface SwitchBy {
  readonly ip: string;
  note(tx: Tx, switched: Switched): Promise<void>;
}

export interface RunSwitchDeps {
  readonly runs: Pick<RunDeps, "store" | "marketClock">;
  readonly starts: RunStarts;
  readonly stops: Pick<RunStops, "stop">;
  chosenCapital(userId: string, broker: BrokerName): Promise<Paise>;
}

const codeOf = (error: SwitchError): string => (typeof error === "string" ? error : error.code);

/** After 9:10, and on days without trading, what is switched on begins with the next trading day. */
const LATER: ReadonlySet<string> = new Set(["market_closed", "start_too_late"]);

/**
 * C4.10: the desk's switch of one person's strategy at one broker. On means that it runs or starts by itself; off ends
 * both. The owner's approval of the day is still the owner's.
 */
export function createRunSwitch({ runs, starts, stops, chosenCapital }: RunSwitchDeps) {
  return async (userId: string, broker: BrokerName, { ip, note }: SwitchBy): Promise<Result<Switched, SwitchError>> => {
    const person = await runs.store.read(userId, istDateOf(runs.marketClock.now()));
    const isStanding = (settingAt(person, broker)?.standing ?? null) !== null;
    if (runningAt(person, broker) !== null || isStanding) {
      await stops.stop({ userId, broker, isBackgroundToo: true, note: (tx) => note(tx, { from: null }) });
      return ok({ from: null });
    }
    const wish = {
      userId,
      broker,
      capital: await chosenCapital(userId, broker),
      consentVersion: undefined,
      ip,
      note: (tx: Tx, day: IstDate | null) => note(tx, { from: day ?? "now" }),
    };
    const started = await starts.start({ ...wish, isBackground: true, isByOperator: true });
    if (started.ok) return ok({ from: "now" });
    if (!LATER.has(codeOf(started.error))) return started;
    const armed = await starts.startNextDay(wish);
    return armed.ok ? ok({ from: armed.value.day }) : armed;
  };
}
