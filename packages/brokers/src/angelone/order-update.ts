import type { OrderHint, OrderUpdates } from "../port/feed.ts";
import { readJson } from "../transport/answers.ts";
import { openSocket, type SocketDeps, type SocketLine, type SocketProtocol } from "../transport/socket.ts";
import { PING, SILENCE_MAX_MS } from "./endpoints.ts";
import { toHint } from "./from-wire.ts";
import { socketTarget } from "./stream.ts";
import { pushedOrder, updateMessage } from "./wire.ts";

type Update =
  | { readonly kind: "connected" }
  | { readonly kind: "refused" }
  | { readonly kind: "order"; readonly hint: OrderHint }
  | { readonly kind: "noise" };

const CONNECTED = "AB00";
const REFUSALS: ReadonlySet<string> = new Set(["401", "403"]);
const NOISE: Update = { kind: "noise" };

/** Pongs and unreadable records carry no update: pushes are hints, the book is authoritative. */
export function readUpdate(text: string): Update {
  const message = updateMessage.safeParse(readJson(text));
  if (!message.success) return NOISE;
  const { "status-code": status, "order-status": code, orderData } = message.data;
  if (REFUSALS.has(status)) return { kind: "refused" };
  if (code === CONNECTED) return { kind: "connected" };
  const record = pushedOrder.safeParse(orderData);
  return record.success ? { kind: "order", hint: toHint(record.data, code) } : NOISE;
}

/** No subscription is needed: the first frame confirms the login, and orders follow. */
export const createAngelOneUpdates = (deps: SocketDeps, orderUpdateUrl: string): OrderUpdates => ({
  open(source, listener) {
    let isIn = false;
    function letIn(line: SocketLine): void {
      if (isIn) return;
      isIn = true;
      line.ready();
    }
    const receivers: Readonly<Record<Update["kind"], (line: SocketLine) => void>> = {
      noise: () => {},
      refused: (line) => line.refuse(),
      connected: letIn,
      order: letIn,
    };
    const protocol: SocketProtocol = {
      target: (access) => socketTarget(orderUpdateUrl, access),
      connected() {
        isIn = false;
      },
      opened: () => {},
      waitsForReady: true,
      silenceMaxMs: SILENCE_MAX_MS,
      ping: PING,
      received(frame, line) {
        const update = typeof frame === "string" ? readUpdate(frame) : NOISE;
        receivers[update.kind](line);
        if (update.kind === "order") listener.hint(update.hint);
      },
    };
    return openSocket(deps, protocol, source, listener);
  },
});
