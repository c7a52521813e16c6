import type { Frame } from "../broker/wire.ts";
import type { TickerMode } from "./packets.ts";

export interface TickerMessage {
  readonly action: "subscribe" | "unsubscribe" | "mode";
  readonly mode: TickerMode | null;
  readonly tokens: readonly number[];
}

const MODES: readonly TickerMode[] = ["ltp", "quote", "full"];

function parsed(frame: Frame): unknown {
  try {
    return typeof frame === "string" ? JSON.parse(frame) : null;
  } catch {
    return null;
  }
}

const tokensIn = (value: unknown): readonly number[] | null =>
  Array.isArray(value) ? value.map(Number).filter(Number.isSafeInteger) : null;

/** `{"a":"subscribe","v":[…]}`, `{"a":"unsubscribe","v":[…]}` or `{"a":"mode","v":["full",[…]]}`; null for anything else. */
export function readTickerMessage(frame: Frame): TickerMessage | null {
  const message = parsed(frame);
  if (typeof message !== "object" || message === null) return null;
  const { a: action, v: value } = message as { readonly a?: unknown; readonly v?: unknown };
  if (action === "subscribe" || action === "unsubscribe") {
    const tokens = tokensIn(value);
    return tokens === null ? null : { action, mode: null, tokens };
  }
  if (action !== "mode" || !Array.isArray(value)) return null;
  const mode = MODES.find((known) => known === value[0]);
  const tokens = tokensIn(value[1]);
  return mode === undefined || tokens === null ? null : { action, mode, tokens };
}
