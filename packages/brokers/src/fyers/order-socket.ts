import type { OrderUpdates } from "../port/feed.ts";
import { readJson } from "../transport/answers.ts";
import type { SocketFrame } from "../transport/dial.ts";
import { openSocket, type SocketDeps, type SocketLine, type SocketProtocol } from "../transport/socket.ts";
import { credentialOf } from "./client.ts";
import { ORDER_PING_EVERY_MS, ORDER_SILENCE_MAX_MS, paths } from "./endpoints.ts";
import { isSessionOver } from "./errors.ts";
import { toHint } from "./from-wire.ts";
import { orderMessage, socketAnswer } from "./wire.ts";

const SUBSCRIBE = JSON.stringify({ T: "SUB_ORD", SLIST: ["orders"], SUB_T: 1 });
const PING = "ping";
const PONG = "pong";

const textOf = (frame: SocketFrame): string =>
  typeof frame === "string" ? frame : Buffer.from(frame).toString("utf8");

/** Open once Fyers confirms the order subscription. */
export const createFyersUpdates = (deps: SocketDeps, socketUrl: string): OrderUpdates => ({
  open(source, listener) {
    let isSubscribed = false;

    function subscribed(line: SocketLine): void {
      if (!isSubscribed) line.ready();
      isSubscribed = true;
    }

    function answered(message: unknown, line: SocketLine): void {
      const answer = socketAnswer.safeParse(message);
      if (!answer.success) return;
      if (answer.data.s === "ok") subscribed(line);
      else if (isSessionOver(answer.data.code ?? 0)) line.refuse();
    }

    const protocol: SocketProtocol = {
      target: ({ session }) => ({
        url: `${socketUrl}${paths.orderSocket}`,
        headers: { authorization: credentialOf(session) },
      }),
      connected(line) {
        isSubscribed = false;
        line.send(SUBSCRIBE);
      },
      opened: () => {},
      received(frame, line) {
        const text = textOf(frame);
        if (text === PONG) return;
        const message = readJson(text);
        const pushed = orderMessage.safeParse(message);
        answered(message, line);
        if (pushed.success) listener.hint(toHint(pushed.data.orders));
      },
      waitsForReady: true,
      silenceMaxMs: ORDER_SILENCE_MAX_MS,
      ping: { everyMs: ORDER_PING_EVERY_MS, frame: PING },
    };
    return openSocket(deps, protocol, source, listener);
  },
});
