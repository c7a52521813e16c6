import { type Fields, isFields, parseFields } from "./fields.ts";
import { STREAM_MODES, type StreamMode } from "./packets.ts";

export interface StreamRequest {
  readonly correlationId: string | null;
  readonly isSubscription: boolean;
  readonly mode: StreamMode;
  readonly tokens: readonly StreamToken[];
}

export interface StreamToken {
  readonly exchangeType: number;
  readonly token: string;
}

export const NSE_CASH_TYPE = 1;
/** nse_cm, nse_fo, bse_cm, bse_fo, mcx_fo, ncx_fo, cde_fo. */
const EXCHANGE_TYPES: ReadonlySet<unknown> = new Set([NSE_CASH_TYPE, 2, 3, 4, 5, 7, 13]);
const DEPTH_TOKENS_MAX = 50;
const ACTIONS: ReadonlySet<unknown> = new Set([0, 1]);
const MODES: ReadonlySet<unknown> = new Set(Object.values(STREAM_MODES));

const isMode = (value: unknown): value is StreamMode => MODES.has(value);

function readGroup(group: unknown): StreamToken[] | null {
  if (!isFields(group)) return null;
  const { exchangeType, tokens } = group;
  if (!EXCHANGE_TYPES.has(exchangeType) || !Array.isArray(tokens)) return null;
  if (!tokens.every((token) => typeof token === "string")) return null;
  return tokens.map((token: string) => ({ exchangeType: Number(exchangeType), token }));
}

function readTokens(list: unknown): StreamToken[] | null {
  if (!Array.isArray(list)) return null;
  const groups = list.map(readGroup);
  return groups.some((group) => group === null) ? null : groups.flatMap((group) => group ?? []);
}

/** Twenty levels are for NSE shares only, and for few at a time. */
const isDepthAllowed = (tokens: readonly StreamToken[]): boolean =>
  tokens.length <= DEPTH_TOKENS_MAX && tokens.every(({ exchangeType }) => exchangeType === NSE_CASH_TYPE);

const correlationOf = (fields: Fields | null): string | null => {
  const id = fields?.["correlationID"];
  return typeof id === "string" ? id : null;
};

export function readStreamRequest(text: string): StreamRequest | { readonly refusedId: string | null } {
  const fields = parseFields(text);
  const refused = { refusedId: correlationOf(fields) };
  const params = fields?.["params"];
  if (!ACTIONS.has(fields?.["action"]) || !isFields(params)) return refused;
  const { mode } = params;
  const tokens = readTokens(params["tokenList"]);
  if (!isMode(mode) || tokens === null) return refused;
  if (mode === STREAM_MODES.depth && !isDepthAllowed(tokens)) return refused;
  return { correlationId: correlationOf(fields), isSubscription: fields?.["action"] === 1, mode, tokens };
}
