/** Frames of the data socket. Big-endian: `u16` length of the rest, `u8` type, body. */

export const frameTypes = {
  auth: 1,
  throttle: 2,
  ack: 3,
  subscribe: 4,
  unsubscribe: 5,
  data: 6,
  pause: 7,
  resume: 8,
  snapshot: 9,
  optionChain: 10,
  ping: 11,
  mode: 12,
  /** A number, a sentence, and the type it refers to. */
  notice: 51,
} as const;

export const UNCHANGED = -2_147_483_648;
const I32_MAX = 2_147_483_647;
const HEAD_BYTES = 3;
const RECORDS_AT = 9;
/** The length field has 16 bits. */
const FRAME_MAX = 65_000;

const SNAPSHOT = 83;
const UPDATE = 85;
const LITE = 76;

export interface ClientFrame {
  readonly type: number;
  readonly fields: ReadonlyMap<number, Buffer>;
}

/** Ignores the length, because clients disagree about it. `null` if cut off. */
export function readFrame(frame: Uint8Array): ClientFrame | null {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  const type = bytes[2];
  if (type === undefined) return null;
  const fields = new Map<number, Buffer>();
  const count = bytes[HEAD_BYTES] ?? 0;
  let at = HEAD_BYTES + 1;
  for (let index = 0; index < count; index++) {
    if (at + 3 > bytes.length) return null;
    const end = at + 3 + bytes.readUInt16BE(at + 1);
    if (end > bytes.length) return null;
    fields.set(bytes[at] as number, bytes.subarray(at + 3, end));
    at = end;
  }
  return { type, fields };
}

/** `u16` count, then each topic with its length before it. */
export function readTopics(field: Buffer | undefined): readonly string[] {
  if (field === undefined || field.length < 2) return [];
  const count = field.readUInt16BE(0);
  const topics: string[] = [];
  let at = 2;
  while (topics.length < count && at < field.length) {
    const end = at + 1 + (field[at] as number);
    topics.push(field.toString("latin1", at + 1, end));
    at = end;
  }
  return topics;
}

export function readChannels(mask: Buffer | undefined): readonly number[] {
  const bits = mask?.length === 8 ? mask.readBigUInt64BE(0) : 0n;
  return Array.from({ length: 64 }, (_, channel) => channel).filter((channel) => (bits >> BigInt(channel)) & 1n);
}

export function writeReply(type: number, fields: readonly (string | Buffer)[]): Buffer {
  const parts = fields.map((field, index) => {
    const bytes = typeof field === "string" ? Buffer.from(field, "utf8") : field;
    const head = Buffer.alloc(3);
    head.writeUInt8(index + 1, 0);
    head.writeUInt16BE(bytes.length, 1);
    return Buffer.concat([head, bytes]);
  });
  const body = Buffer.concat([Buffer.from([type, fields.length]), ...parts]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length);
  return Buffer.concat([length, body]);
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function i32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function writeValues(bytes: Buffer, values: readonly number[], start: number): number {
  let at = start;
  for (const value of values) at = bytes.writeInt32BE(Math.min(I32_MAX, value), at);
  return at;
}

const writeText = (bytes: Buffer, text: string, at: number): number => {
  bytes.writeUInt8(text.length, at);
  return at + 1 + bytes.write(text, at + 1, "latin1");
};

export interface SnapshotRecord {
  readonly topicId: number;
  readonly topic: string;
  readonly values: readonly number[];
  readonly multiplier: number;
  readonly precision: number;
  /** Exchange, token, symbol. */
  readonly names: readonly [string, string, string];
}

export function writeSnapshot({ topicId, topic, values, multiplier, precision, names }: SnapshotRecord): Buffer {
  const namesLength = names.reduce((sum, name) => sum + 1 + name.length, 0);
  const bytes = Buffer.alloc(10 + topic.length + values.length * 4 + namesLength);
  bytes.writeUInt8(SNAPSHOT, 0);
  bytes.writeUInt16BE(topicId, 1);
  let at = writeText(bytes, topic, 3);
  at = bytes.writeUInt8(values.length, at);
  at = writeValues(bytes, values, at);
  at = bytes.writeUInt16BE(0, at);
  at = bytes.writeUInt16BE(multiplier, at);
  at = bytes.writeUInt8(precision, at);
  for (const name of names) at = writeText(bytes, name, at);
  return bytes;
}

/** `UNCHANGED` for unchanged values. */
export function writeUpdate(topicId: number, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + values.length * 4);
  bytes.writeUInt8(UPDATE, 0);
  bytes.writeUInt16BE(topicId, 1);
  bytes.writeUInt8(values.length, 3);
  writeValues(bytes, values, 4);
  return bytes;
}

export function writeLite(topicId: number, price: number): Buffer {
  const bytes = Buffer.alloc(7);
  bytes.writeUInt8(LITE, 0);
  bytes.writeUInt16BE(topicId, 1);
  bytes.writeInt32BE(price, 3);
  return bytes;
}

function writeData(messageNumber: number, records: readonly Buffer[]): Buffer {
  const length = records.reduce((sum, record) => sum + record.length, RECORDS_AT);
  const bytes = Buffer.alloc(length);
  bytes.writeUInt16BE(length - 2, 0);
  bytes.writeUInt8(frameTypes.data, 2);
  bytes.writeUInt32BE(messageNumber, HEAD_BYTES);
  bytes.writeUInt16BE(records.length, 7);
  let at = RECORDS_AT;
  for (const record of records) at += record.copy(bytes, at);
  return bytes;
}

/** As few frames as the length field allows; `next` numbers them. */
export function writeDataFrames(records: readonly Buffer[], next: () => number): Buffer[] {
  const frames: Buffer[] = [];
  let waiting: Buffer[] = [];
  let size = RECORDS_AT;
  for (const record of records) {
    if (size + record.length > FRAME_MAX) {
      frames.push(writeData(next(), waiting));
      waiting = [];
      size = RECORDS_AT;
    }
    waiting.push(record);
    size += record.length;
  }
  return waiting.length === 0 ? frames : [...frames, writeData(next(), waiting)];
}
