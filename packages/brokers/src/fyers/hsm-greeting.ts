import { z } from "zod";
import { readJson } from "../transport/answers.ts";
import { readFields } from "./hsm-frames.ts";

export interface QuoteLayout {
  readonly lastPrice: number;
  readonly volume: number;
  readonly tradedAt: number;
  readonly fedAt: number;
  readonly bid: number;
  readonly ask: number;
  /** −1 if absent. */
  readonly previousClose: number;
  readonly liteCount: number;
}

/** An index has six values in an order that all official clients know, without trades and offers. */
export const indexLayout: QuoteLayout = {
  lastPrice: 0,
  volume: -1,
  tradedAt: -1,
  fedAt: 2,
  bid: -1,
  ask: -1,
  previousClose: 1,
  liteCount: 1,
};

/** The order that all official clients know; they differ in whether they request the map. */
export const usualLayout: QuoteLayout = {
  lastPrice: 0,
  volume: 1,
  tradedAt: 2,
  fedAt: 3,
  bid: 6,
  ask: 7,
  previousClose: 20,
  liteCount: 1,
};

export type Greeting =
  | { readonly isLetIn: false }
  | { readonly isLetIn: true; readonly ackEvery: number; readonly layout: QuoteLayout };

const fieldMap = z.object({
  fields: z.array(z.object({ fid: z.string(), fld: z.string() })),
  scrip: z.array(z.string()),
  scrip_lite: z.object({ hfid: z.int().min(1).max(255) }).catch({ hfid: 1 }),
});

/** `null` if it is not a map or lacks a field of ours. */
export function readLayout(json: string): QuoteLayout | null {
  const map = fieldMap.safeParse(readJson(json));
  if (!map.success) return null;
  const { fields, scrip, scrip_lite } = map.data;
  const names = new Map(fields.map(({ fid, fld }) => [fid, fld]));
  const places = new Map(scrip.map((fid, index) => [names.get(fid), index]));
  const placeOf = (name: string): number => places.get(name) ?? -1;
  const needed = {
    lastPrice: placeOf("ltp"),
    volume: placeOf("v"),
    tradedAt: placeOf("ltt"),
    fedAt: placeOf("fdtm"),
    bid: placeOf("bp"),
    ask: placeOf("sp"),
  };
  if (Object.values(needed).includes(-1)) return null;
  return { ...needed, previousClose: placeOf("c"), liteCount: scrip_lite.hfid };
}

/** `null` for a reply that is neither an acceptance nor a refusal. */
export function readGreeting(frame: Uint8Array): Greeting | null {
  const fields = readFields(frame);
  const status = fields?.get(1)?.toString("latin1");
  if (status === "N") return { isLetIn: false };
  if (status !== "K") return null;
  const every = fields?.get(2);
  const layout = readLayout(fields?.get(3)?.toString("utf8") ?? "") ?? usualLayout;
  return { isLetIn: true, ackEvery: every?.length === 4 ? every.readUInt32BE(0) : 0, layout };
}

export interface Complaint {
  readonly about: number;
  readonly code: number;
}

/** `null` if cut off. A field that the error frame omits is 0. */
export function readErrorFrame(frame: Uint8Array): Complaint | null {
  const fields = readFields(frame);
  if (fields === null) return null;
  const code = fields.get(1);
  return { about: fields.get(3)?.[0] ?? 0, code: code?.length === 4 ? code.readInt32BE(0) : 0 };
}
