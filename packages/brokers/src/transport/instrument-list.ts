import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { ReadError } from "../port/broker-error.ts";
import type { AdapterDeps } from "./adapter-deps.ts";
import { failedRead, type Judge, readJson, toReadError } from "./answers.ts";
import type { HttpReply, HttpTransport } from "./http.ts";
import { createInstrumentListThread } from "./instrument-list-thread.ts";
import type { InstrumentListAnswer, InstrumentListReader, InstrumentListRequest } from "./instrument-list-work.ts";

export interface InstrumentListDeps {
  readonly http: HttpTransport;
  readonly deps: AdapterDeps;
  readonly judge: Judge;
  /** URL of the module that exports `readInstruments`, for a thread without shared memory. */
  readonly readerUrl: string;
  readonly read: InstrumentListReader;
}

async function onThisThread(
  http: HttpTransport,
  request: InstrumentListRequest,
  read: InstrumentListReader,
): Promise<InstrumentListAnswer> {
  const answer = await http.send({ ...request, method: "GET", channel: "list" });
  if (!answer.ok) return { kind: "failed", reason: answer.error.reason };
  const list = answer.value.status === 200 ? read(answer.value.body) : null;
  return list === null ? { kind: "answered", reply: answer.value } : { kind: "list", instruments: list };
}

const judged = (judge: Judge, reply: HttpReply): ReadError => toReadError(judge(reply, readJson(reply.body)));

export interface InstrumentList {
  fetch(request: InstrumentListRequest): Promise<Result<readonly BrokerInstrument[], ReadError>>;
  /** Aborts reads in progress, unless other adapters share the thread. */
  close(): Promise<void>;
}

/** A simulation's network cannot move to another thread. */
export function createInstrumentList({ http, deps, judge, readerUrl, read }: InstrumentListDeps): InstrumentList {
  const thread = deps.listThread ?? createInstrumentListThread(deps.timers);

  function ask(request: InstrumentListRequest): Promise<InstrumentListAnswer> {
    if (deps.network !== undefined) return onThisThread(http, request, read);
    deps.guard?.();
    return thread.run({ request, readerUrl, timeouts: deps.timeouts ?? {} });
  }

  return {
    async fetch(request) {
      const answer = await ask(request);
      switch (answer.kind) {
        case "list":
          return ok(answer.instruments);
        case "answered":
          return err(judged(judge, answer.reply));
        case "failed":
          return err(failedRead({ kind: "never_sent", reason: answer.reason }));
      }
    },
    close: async () => (deps.listThread === undefined ? thread.close() : undefined),
  };
}
