import type { StreamMode } from "./packets.ts";

/** Listeners of an instrument, by mode. */
export interface Audience<Listener> {
  of(symbol: string): ReadonlyMap<StreamMode, ReadonlySet<Listener>> | null;
  add(symbol: string, mode: StreamMode, listener: Listener): void;
  remove(symbol: string, mode: StreamMode, listener: Listener): void;
  leave(listener: Listener): void;
  clear(): void;
}

export function createAudience<Listener>(): Audience<Listener> {
  const bySymbol = new Map<string, Map<StreamMode, Set<Listener>>>();

  function remove(symbol: string, mode: StreamMode, listener: Listener): void {
    const modes = bySymbol.get(symbol);
    const listeners = modes?.get(mode);
    listeners?.delete(listener);
    if (listeners?.size === 0) modes?.delete(mode);
    if (modes?.size === 0) bySymbol.delete(symbol);
  }

  return {
    of: (symbol) => bySymbol.get(symbol) ?? null,
    add(symbol, mode, listener) {
      const modes = bySymbol.get(symbol) ?? new Map<StreamMode, Set<Listener>>();
      modes.set(mode, (modes.get(mode) ?? new Set<Listener>()).add(listener));
      bySymbol.set(symbol, modes);
    },
    remove,
    leave(listener) {
      for (const [symbol, modes] of bySymbol) {
        for (const mode of [...modes.keys()]) remove(symbol, mode, listener);
      }
    },
    clear: () => bySymbol.clear(),
  };
}
