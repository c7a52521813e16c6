// The sending thread: it holds the connections to brokers and runs the same code as undici on the main thread.
import { parentPort } from "node:worker_threads";
import { epochMs } from "@vriddhi/core/time/clock";
import { type CallRow, type FromThread, fromRow, type ReplyRow, type ToThread } from "./sending-rows.ts";
import { realTimers } from "./timers.ts";
import { createUndiciNetwork, type UndiciNetwork } from "./undici-network.ts";

/** The machine's clock: an injected clock cannot cross. */
const clock = { now: () => epochMs(Date.now()) };
const networks = new Map<number, UndiciNetwork>();
const givingUp = new Map<number, () => void>();

let replies: ReplyRow[] = [];
let failures: FromThread["failures"][number][] = [];
let closed: number[] = [];
let isSayingSoon = false;

const port = parentPort;

/** Posts everything of one turn together, so that the main thread is woken once. */
function say(): void {
  isSayingSoon = false;
  port?.postMessage({ replies, failures, closed } satisfies FromThread);
  replies = [];
  failures = [];
  closed = [];
}

function saySoon(): void {
  if (!isSayingSoon) setImmediate(say);
  isSayingSoon = true;
}

function networkOf(number: number, connectMs: number): UndiciNetwork {
  const known = networks.get(number);
  if (known !== undefined) return known;
  const network = createUndiciNetwork({ connectMs, timers: realTimers, clock });
  networks.set(number, network);
  return network;
}

function send(row: CallRow): void {
  const [id, network, connectMs] = row;
  let isOver = false;
  const giveUp = networkOf(network, connectMs).begin(fromRow(row), (result) => {
    isOver = true;
    givingUp.delete(id);
    if (result.ok) replies.push([id, result.value.status, result.value.headers, result.value.body]);
    else failures.push([id, result.error]);
    saySoon();
  });
  if (!isOver) givingUp.set(id, giveUp);
}

async function close(id: number, network: number | null): Promise<void> {
  const ending = network === null ? [...networks.keys()] : [network];
  const open = ending.map((number) => networks.get(number));
  for (const number of ending) networks.delete(number);
  await Promise.all(open.map((one) => one?.close()));
  closed.push(id);
  saySoon();
}

port?.on("message", ({ calls, givenUp, closing }: ToThread) => {
  // A request that arrives with the end of its network was made after it.
  for (const [id, network] of closing) void close(id, network);
  for (const row of calls) send(row);
  for (const id of givenUp) givingUp.get(id)?.();
  // An empty message is a ping.
  if (calls.length === 0) saySoon();
});
say();
