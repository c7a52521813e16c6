import type { Dial } from "@vriddhi/brokers/transport/dial";
import type { Random } from "@vriddhi/core/shared/random";
import type { Frame, Line } from "@vriddhi/sandbox/broker/wire";
import { brokerAt } from "../outside/adapters.ts";
import type { Outside } from "../outside/outside.ts";
import type { VirtualTime } from "../time/virtual-time.ts";
import type { WorkerProcess } from "../time/worker-session.ts";
import { inSmallLetters, splitAddress } from "./wire-request.ts";

export interface DialDeps {
  readonly time: VirtualTime;
  readonly workerProcess: WorkerProcess;
  readonly random: Random;
  readonly outside: Outside;
}

const LATENCY_MIN_MS = 4;
const LATENCY_MAX_MS = 30;
const NOT_REACHED = 503;

const pathOf = (url: string): string => {
  const cut = url.indexOf("/", url.indexOf("://") + 3);
  return cut < 0 ? "/" : url.slice(cut);
};

/** Frames of one socket arrive in order. */
function createPipe(time: VirtualTime, random: Random): (deliver: () => void) => void {
  let free = 0;
  return (deliver) => {
    free = Math.max(free, time.now() + random.int(LATENCY_MIN_MS, LATENCY_MAX_MS));
    time.after(free - time.now(), deliver);
  };
}

export function createVirtualDial({ time, workerProcess, random, outside }: DialDeps): Dial {
  return ({ url, headers = {} }, events) => {
    const broker = brokerAt(url);
    const { core } = outside.parts[broker];
    const here = createPipe(time, random);
    const there = createPipe(time, random);
    let line: Line | null = null;
    let isOver = false;
    const end = (status: number | null): void => {
      if (isOver) return;
      isOver = true;
      line?.closed();
      events.closed(status);
    };
    const peer = {
      send: (frame: Frame) => here(() => workerProcess.receive(() => isOver || events.received(frame))),
      close: () => here(() => workerProcess.receive(() => end(null))),
    };
    there(() => {
      if (isOver || !workerProcess.isAlive()) return;
      const { path, query } = splitAddress(pathOf(url));
      const request = { method: "GET", path, query, headers: inSmallLetters(headers), body: "", from: "127.0.0.1" };
      const dialled = core.dial(request, peer, outside.moment());
      if (dialled.ok) line = dialled.line;
      here(() =>
        workerProcess.receive(() =>
          dialled.ok ? isOver || events.opened() : end(dialled.reply.status || NOT_REACHED),
        ),
      );
    });
    return {
      send: (frame) => there(() => isOver || line?.receive(frame, outside.moment())),
      close: () => end(null),
    };
  };
}
