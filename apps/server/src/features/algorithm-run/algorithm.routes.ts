import type { algorithmRunEndpoints, ChangedRunReply } from "@vriddhi/contract/algorithm-run";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { rupees } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller, Handlers, Keyed } from "../../platform/http/handler.ts";
import { runReplies } from "./run.messages.ts";
import type { RunApprovals } from "./run-approval.ts";
import type { RunStarts } from "./run-start.ts";
import type { RunStops } from "./run-stop.ts";
import type { RunView } from "./run-view.ts";

type AlgorithmHandlers = Handlers<keyof typeof algorithmRunEndpoints>;

export interface AlgorithmRoutesDeps {
  readonly view: RunView;
  readonly starts: RunStarts;
  readonly stops: RunStops;
  readonly approvals: RunApprovals;
  seen(userId: string): Promise<void>;
}

type Reads = Pick<AlgorithmHandlers, "readAlgorithm" | "readAllAlgorithms" | "readAlgorithmDetails">;

/** Each read proves that a page of the caller is open. */
function readHandlers({ view, seen }: AlgorithmRoutesDeps): Reads {
  async function read({ userId }: Caller, broker: TradingBroker | undefined) {
    await seen(userId);
    return ok(await view.of(userId, broker));
  }
  return {
    readAlgorithm: ({ caller, query }) => read(caller, query.broker),
    readAlgorithmDetails: ({ caller, query }) => read(caller, query.broker),
    async readAllAlgorithms({ caller }) {
      await seen(caller.userId);
      return ok(await view.allOf(caller.userId));
    },
  };
}

type NotifyChange = (userId: string, broker: TradingBroker | undefined, message: string) => Promise<ChangedRunReply>;

const createNotifyChange =
  ({ view }: AlgorithmRoutesDeps): NotifyChange =>
  async (userId, broker, message) => ({ ...(await view.of(userId, broker)), message });

/** What a request with an idempotency key changed: a retry after a crash answers with the current state. */
interface Done {
  readonly broker: TradingBroker;
  /** First day of the daily start; `null` when the run began at once. */
  readonly day: IstDate | null;
}

type Marked = Pick<Keyed<unknown>, "done" | "mark"> | null;

const doneBy = (keyed: Marked): Done | null => (keyed?.done as Done | null | undefined) ?? null;

const markDone = async (keyed: Marked, tx: Tx, done: Done): Promise<void> => keyed?.mark(tx, done);

type Starts = Pick<AlgorithmHandlers, "startAlgorithm" | "startAngelOneAlgorithm" | "startAlgorithmNextDay">;

function startHandlers(deps: AlgorithmRoutesDeps): Starts {
  const { starts } = deps;
  const notifyChange = createNotifyChange(deps);
  return {
    async startAlgorithm({ caller: { userId }, query, body, from, keyed }) {
      const isBackground = query.background_mode === "true" || body.background_mode === true;
      const message = isBackground ? runReplies.startedInBackground : runReplies.started;
      const done = doneBy(keyed);
      if (done !== null) return ok(await notifyChange(userId, done.broker, message));
      const started = await starts.start({
        userId,
        broker: body.broker,
        capital: rupees(body.capital),
        isBackground,
        consentVersion: body.consent_version,
        ip: from.ip,
        note: (tx, day, broker) => markDone(keyed, tx, { broker, day }),
      });
      if (!started.ok) return started;
      return ok(await notifyChange(userId, started.value, message));
    },
    async startAngelOneAlgorithm({ caller: { userId }, body, from, keyed }) {
      const isBackground = body.background_mode === true;
      const message = isBackground ? runReplies.startedInBackground : runReplies.startedAngelOne;
      const done = doneBy(keyed);
      if (done !== null) return ok(await notifyChange(userId, done.broker, message));
      const started = await starts.start({
        userId,
        broker: "angelone",
        capital: rupees(body.capital),
        isBackground,
        consentVersion: body.consent_version,
        ip: from.ip,
        note: (tx, day, broker) => markDone(keyed, tx, { broker, day }),
      });
      if (!started.ok) return started;
      return ok(await notifyChange(userId, started.value, message));
    },
    async startAlgorithmNextDay({ caller: { userId }, body, from, keyed }) {
      const done = doneBy(keyed);
      if (done?.day) return ok(await notifyChange(userId, done.broker, runReplies.armed(done.day)));
      const armed = await starts.startNextDay({
        userId,
        broker: body.broker,
        capital: rupees(body.capital),
        consentVersion: body.consent_version,
        ip: from.ip,
        note: (tx, day, broker) => markDone(keyed, tx, { broker, day }),
      });
      if (!armed.ok) return armed;
      return ok(await notifyChange(userId, armed.value.broker, runReplies.armed(armed.value.day)));
    },
  };
}

type Stops = Pick<
  AlgorithmHandlers,
  | "stopAlgorithm"
  | "stopAlgorithmBackground"
  | "stopAngelOneAlgorithm"
  | "pressKillSwitch"
  | "readKillSwitch"
  | "liftKillSwitch"
>;

type StopCall = { readonly caller: Pick<Caller, "userId">; readonly keyed: Marked };

function stopHandlers(deps: AlgorithmRoutesDeps): Stops {
  const { stops, view } = deps;

  async function stop(
    { caller: { userId }, keyed }: StopCall,
    broker: TradingBroker | undefined,
    isBackgroundToo: boolean,
    message: string,
  ) {
    const note = (tx: Tx, at: TradingBroker) => markDone(keyed, tx, { broker: at, day: null });
    const stopped = doneBy(keyed)?.broker ?? (await stops.stop({ userId, broker, isBackgroundToo, note }));
    const shown = await view.of(userId, stopped ?? broker);
    return ok({ ...shown, message: shown.closing ? runReplies.closing : message });
  }

  return {
    stopAlgorithm: (call) => stop(call, call.body.broker, false, runReplies.stopped),
    stopAlgorithmBackground: (call) => stop(call, call.body.broker, true, runReplies.backgroundEnded),
    stopAngelOneAlgorithm: (call) => stop(call, "angelone", false, runReplies.stoppedAngelOne),
    async pressKillSwitch({ caller: { userId }, keyed }) {
      const isPressed = keyed !== null && keyed.done !== null;
      const press = () => stops.kill(userId, async (tx) => keyed?.mark(tx, { isPressed: true }));
      const open = await (isPressed ? stops.listOpen(userId) : press());
      const isFlat = open.length === 0;
      return ok({
        message: isFlat ? runReplies.killedFlat : runReplies.killedOpen,
        is_flat: isFlat,
        still_open: [...open],
      });
    },
    async readKillSwitch({ caller }) {
      const open = await stops.listOpen(caller.userId);
      return ok({ is_flat: open.length === 0, still_open: [...open] });
    },
    async liftKillSwitch({ caller }) {
      const lifted = await stops.liftKill(caller.userId);
      return lifted.ok ? ok({ message: runReplies.killLifted(lifted.value) }) : lifted;
    },
  };
}

export function algorithmHandlers(deps: AlgorithmRoutesDeps): AlgorithmHandlers {
  const { approvals } = deps;
  const notifyChange = createNotifyChange(deps);
  return {
    ...readHandlers(deps),
    ...startHandlers(deps),
    ...stopHandlers(deps),
    async setApprovalMode({ caller: { userId }, body: { broker, mode } }) {
      const set = await approvals.setMode(userId, broker, mode);
      return set.ok ? ok(await notifyChange(userId, broker, runReplies.approvalMode[mode])) : set;
    },
    async approveAlgorithmDay({ caller: { userId }, body, keyed }) {
      const done = doneBy(keyed);
      if (done !== null) return ok(await notifyChange(userId, done.broker, runReplies.dayApproved));
      const note = (tx: Tx, broker: TradingBroker) => markDone(keyed, tx, { broker, day: null });
      const approved = await approvals.approveDay(userId, body.broker, note);
      return approved.ok ? ok(await notifyChange(userId, approved.value, runReplies.dayApproved)) : approved;
    },
  };
}
