import type { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";
import { type BrokenThread, createSendingThread } from "../transport/sending-thread.ts";
import { aTransport } from "./http-fixture.ts";

export const ENDED = "the sending thread ended";

export function aThread() {
  const workers: Worker[] = [];
  const note = (worker: Worker): void => void workers.push(worker);
  process.on("worker", note);
  const broken: BrokenThread[] = [];
  const thread = createSendingThread((how) => void broken.push(how));
  onTestFinished(async () => {
    process.off("worker", note);
    await thread.close();
  });
  const last = (): Worker => workers.at(-1) as Worker;
  const onThread = (timeouts = {}) => aTransport({ sendingThread: thread, timeouts });
  return { thread, workers, broken, last, aTransport: onThread };
}

export const failed = (kind: string, reason: string, others = {}) => ({
  ok: false,
  error: { kind, reason, ...others },
});

export const replied = (body: string) => ({ ok: true, value: { status: 200, headers: {}, body } });
