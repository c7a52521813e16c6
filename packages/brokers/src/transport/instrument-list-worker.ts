import { parentPort } from "node:worker_threads";
import { epochMs } from "@vriddhi/core/time/clock";
import { createHttpTransport } from "./http.ts";
import type { InstrumentListAnswer, InstrumentListReader, InstrumentListWork } from "./instrument-list-work.ts";
import { realTimers } from "./timers.ts";

/** How much of a reply that is not a list returns to the main thread: enough to classify the error. */
const REPLY_SHOWN_MAX = 100_000;

async function fetchList({ request, readerUrl, timeouts }: InstrumentListWork): Promise<InstrumentListAnswer> {
  const { readInstruments } = (await import(readerUrl)) as { readonly readInstruments: InstrumentListReader };
  // The clock serves deadlines only, and a list request has none.
  const clock = { now: () => epochMs(0) };
  const http = createHttpTransport({ timers: realTimers, clock, timeouts });
  const answer = await http.send({ ...request, method: "GET", channel: "list" });
  await http.close();
  if (!answer.ok) return { kind: "failed", reason: answer.error.reason };
  const { status, headers, body } = answer.value;
  const instruments = status === 200 ? readInstruments(body) : null;
  if (instruments !== null) return { kind: "list", instruments };
  return { kind: "answered", reply: { status, headers: { ...headers }, body: body.slice(0, REPLY_SHOWN_MAX) } };
}

const port = parentPort;
port?.on("message", ({ id, work }: { id: number; work: InstrumentListWork }) => {
  // A list that breaks its parser concerns that broker only.
  void fetchList(work)
    .catch((): InstrumentListAnswer => ({ kind: "failed", reason: "the list could not be read" }))
    .then((answer) => port.postMessage({ id, answer }));
});
