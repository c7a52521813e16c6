import type { Paise } from "@vriddhi/core/shared/money";
import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Tick } from "../port/feed.ts";
import { indexLayout, type QuoteLayout } from "./hsm-greeting.ts";

const SNAPSHOT = 83;
const UPDATE = 85;
const LITE = 76;
/** In an update: unchanged. */
const UNCHANGED = -2_147_483_648;
const DATA_AT = 3;

export interface HsmData {
  /** The number to acknowledge; `null` in a frame that is too short. */
  readonly messageNumber: number | null;
  readonly ticks: readonly Tick[];
  /** Records behind a cut or behind an unknown kind. */
  readonly dropped: number;
}

export interface HsmDecoder {
  /** Decodes a data frame. Records of unwanted topics hold no ticks; a cut frame holds those before the cut. */
  decode(frame: Uint8Array): HsmData;
  forget(token: string): void;
}

/** Reads past the end as zeros and sets `isCut`. */
class Cursor {
  readonly #view: DataView;
  #at: number;
  isCut = false;

  constructor(bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  #take(length: number): number {
    const at = this.#at;
    this.#at += length;
    if (this.#at > this.#view.byteLength) this.isCut = true;
    return at;
  }

  u8(): number {
    const at = this.#take(1);
    return this.isCut ? 0 : this.#view.getUint8(at);
  }
  u16(): number {
    const at = this.#take(2);
    return this.isCut ? 0 : this.#view.getUint16(at);
  }
  u32(): number {
    const at = this.#take(4);
    return this.isCut ? 0 : this.#view.getUint32(at);
  }
  i32(): number {
    const at = this.#take(4);
    return this.isCut ? 0 : this.#view.getInt32(at);
  }
  text(): string {
    const length = this.u8();
    const at = this.#take(length);
    return this.isCut ? "" : Buffer.from(this.#view.buffer, this.#view.byteOffset + at, length).toString("latin1");
  }
}

interface Topic {
  readonly token: string;
  readonly values: Int32Array;
  readonly unitsPerPaisa: number;
  readonly layout: QuoteLayout;
}

const INDEX_KIND = "if|";

function toPaise(units: number, { unitsPerPaisa }: Topic): Paise {
  return (unitsPerPaisa === 1 ? units : Math.round(units / unitsPerPaisa)) as Paise;
}

function toTick(topic: Topic): Tick {
  const { values, layout } = topic;
  const volume = values[layout.volume];
  const price = (place: number): Paise | null => (values[place] ? toPaise(values[place], topic) : null);
  const seconds = values[layout.fedAt] || values[layout.tradedAt] || 0;
  return {
    token: topic.token,
    lastPrice: toPaise(values[layout.lastPrice] ?? 0, topic),
    volume: volume === undefined ? null : volume >>> 0, // unsigned 32 bit
    bid: price(layout.bid),
    ask: price(layout.ask),
    previousClose: price(layout.previousClose),
    at: seconds > 0 ? ((seconds * SECOND_MS) as EpochMs) : null,
  };
}

/** For one connection, because topic numbers are valid only there. `tokenOf` is `null` for an unwanted topic. */
export function createHsmDecoder(layout: QuoteLayout, tokenOf: (topic: string) => string | null): HsmDecoder {
  const topics = new Map<number, Topic>();

  /** The price is the number divided by multiplier and power of ten. */
  function readSnapshot(cursor: Cursor): Topic | null {
    const id = cursor.u16();
    const name = cursor.text();
    const token = tokenOf(name);
    const values = new Int32Array(cursor.u8());
    for (let place = 0; place < values.length; place++) values[place] = cursor.i32();
    cursor.u16();
    const multiplier = cursor.u16();
    const unitsPerPaisa = (multiplier * 10 ** cursor.u8()) / 100;
    for (let text = 0; text < 3; text++) cursor.text();
    if (cursor.isCut) return null;
    topics.delete(id);
    if (token === null || multiplier === 0) return null;
    const own = name.startsWith(INDEX_KIND) ? indexLayout : layout;
    const topic: Topic = { token, values, unitsPerPaisa, layout: own };
    topics.set(id, topic);
    return topic;
  }

  function readValues(cursor: Cursor, id: number, count: number): Topic | null {
    const changed: number[] = [];
    for (let place = 0; place < count; place++) changed.push(cursor.i32());
    const topic = topics.get(id);
    if (cursor.isCut || topic === undefined) return null;
    for (const [place, value] of changed.entries()) if (value !== UNCHANGED) topic.values[place] = value;
    return topic;
  }

  function readLite(cursor: Cursor): Topic | null {
    const id = cursor.u16();
    const price = cursor.i32();
    for (let rest = 1; rest < layout.liteCount; rest++) cursor.i32();
    const topic = topics.get(id);
    if (cursor.isCut || topic === undefined) return null;
    if (price !== UNCHANGED) topic.values[topic.layout.lastPrice] = price;
    return topic;
  }

  /** `undefined` for an unknown kind, whose end is unknown. */
  function readRecord(cursor: Cursor): Topic | null | undefined {
    switch (cursor.u8()) {
      case SNAPSHOT:
        return readSnapshot(cursor);
      case UPDATE: {
        const id = cursor.u16();
        return readValues(cursor, id, cursor.u8());
      }
      case LITE:
        return readLite(cursor);
      default:
        return undefined;
    }
  }

  return {
    decode(frame) {
      const cursor = new Cursor(frame, DATA_AT);
      const messageNumber = cursor.u32();
      if (cursor.isCut) return { messageNumber: null, ticks: [], dropped: 0 };
      const ticks: Tick[] = [];
      let left = cursor.u16();
      for (; left > 0; left--) {
        const topic = readRecord(cursor);
        if (topic === undefined || cursor.isCut) break;
        if (topic !== null) ticks.push(toTick(topic));
      }
      return { messageNumber, ticks, dropped: left };
    },
    forget(token) {
      for (const [id, topic] of topics) if (topic.token === token) topics.delete(id);
    },
  };
}
