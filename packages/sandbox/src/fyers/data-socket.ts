import type { Dialled, Moment, Peer } from "../broker/wire.ts";
import type { Quote } from "../exchange/model.ts";
import type { FyersDeps } from "./call.ts";
import { type HsmLine, openHsmLine } from "./hsm-line.ts";

const POLICY = 1008;

export interface DataSocket {
  /** Open to every caller; the key is checked inside. */
  dial(peer: Peer): Dialled;
  beat(at: Moment): void;
  clear(): void;
}

export function createDataSocket(desk: FyersDeps): DataSocket {
  const lines = new Map<HsmLine, Peer>();
  let version = 0;

  function closeExpired(at: Moment): void {
    for (const [line, peer] of lines) {
      const session = line.session();
      if (session === null || desk.sessions.isAlive(session, at)) continue;
      lines.delete(line);
      peer.close(POLICY, "session expired");
    }
  }

  /** Takes each quote once, for any number of listeners. */
  function quotesOnce(): (symbol: string) => Quote {
    const taken = new Map<string, Quote>();
    return (symbol) => {
      const quote = taken.get(symbol) ?? desk.exchange.quote(symbol);
      taken.set(symbol, quote);
      return quote;
    };
  }

  return {
    dial(peer) {
      const line: HsmLine = openHsmLine(desk, peer, () => lines.delete(line));
      lines.set(line, peer);
      return { ok: true, line };
    },
    beat(at) {
      closeExpired(at);
      const changed = desk.exchange.changedSince("fyers", version);
      version = changed.version;
      if (lines.size === 0 || changed.symbols.length === 0) return;
      const symbols = new Set(changed.symbols);
      const quoteOf = quotesOnce();
      for (const line of lines.keys()) line.send(symbols, quoteOf);
    },
    clear() {
      for (const peer of [...lines.values()]) peer.close();
      lines.clear();
    },
  };
}
