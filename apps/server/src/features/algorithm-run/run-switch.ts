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

/** When the strategy runs from: now, or that day; `null` when it is off. */
export interface Switched {
  readonly from: "now" | IstDate | null;
}

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

/** After 9:10 and on days without trading, a strategy that is switched on starts on the next trading day. */
const LATER: ReadonlySet<string> = new Set(["market_closed", "start_too_late"]);

/** On: the strategy runs or starts automatically; off ends both. The approval of the day stays with the user. */
export function createRunSwitch({ runs, starts, stops, chosenCapital }: RunSwitchDeps) {
  return async (userId: string, broker: BrokerName, { ip, note }: SwitchBy): Promise<Result<Switched, SwitchError>> => {
    const person = await runs.store.read(userId, istDateOf(runs.marketClock.now()));
    const isStanding = (settingAt(person, broker)?.dailyStart ?? null) !== null;
    if (runningAt(person, broker) !== null || isStanding) {
      await stops.stop({ userId, broker, isBackgroundToo: true, note: (tx) => note(tx, { from: null }) });
      return ok({ from: null });
    }
    const request = {
      userId,
      broker,
      capital: await chosenCapital(userId, broker),
      consentVersion: undefined,
      ip,
      note: (tx: Tx, day: IstDate | null) => note(tx, { from: day ?? "now" }),
    };
    const started = await starts.start({ ...request, isBackground: true, isByOperator: true });
    if (started.ok) return ok({ from: "now" });
    if (!LATER.has(codeOf(started.error))) return started;
    const armed = await starts.startNextDay(request);
    return armed.ok ? ok({ from: armed.value.day }) : armed;
  };
}
