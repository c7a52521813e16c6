import type { BrokerCore, WireReply } from "@vriddhi/sandbox/broker/wire";

export interface CallRecorder {
  calls(): number;
  /** User agents of opened sockets. */
  diallers(): ReadonlySet<string>;
  /** The full text of the last order call. */
  lastOrderCall(): string;
  /** Adds unreadable rows to the next read of a book. */
  addOddRows(count: number): void;
}

function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return null;
  for (const inner of Object.values(value)) {
    const list = listIn(inner);
    if (list !== null) return list;
  }
  return null;
}

function withOddRows(reply: WireReply, count: number): WireReply {
  const body: unknown = JSON.parse(String(reply.body));
  listIn(body)?.push(...Array.from({ length: count }, (_, n) => (n % 2 === 0 ? { unheard: "of" } : null)));
  return { ...reply, body: JSON.stringify(body) };
}

export function recordCalls(broker: BrokerCore): { readonly core: BrokerCore; readonly recorder: CallRecorder } {
  let calls = 0;
  let lastOrderCall = "";
  let oddRows = 0;
  const diallers = new Set<string>();
  const core: BrokerCore = {
    ...broker,
    dial(request, ...rest) {
      diallers.add(request.headers["user-agent"] ?? "");
      return broker.dial(request, ...rest);
    },
    handle(request, moment) {
      calls++;
      const kind = broker.kindOf(request);
      if (kind === "orders") lastOrderCall = JSON.stringify([request.path, request.headers, request.body]);
      const reply = broker.handle(request, moment);
      if (oddRows === 0 || kind !== "reads") return reply;
      const spoilt = withOddRows(reply, oddRows);
      oddRows = 0;
      return spoilt;
    },
  };
  const recorder: CallRecorder = {
    calls: () => calls,
    diallers: () => diallers,
    lastOrderCall: () => lastOrderCall,
    addOddRows(count) {
      oddRows = count;
    },
  };
  return { core, recorder };
}
