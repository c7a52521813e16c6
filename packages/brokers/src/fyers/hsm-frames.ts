/** Frames of the data socket. Big-endian: `u16` length of the rest, `u8` type, then numbered fields. */

export const frameTypes = {
  auth: 1,
  ack: 3,
  subscribe: 4,
  unsubscribe: 5,
  data: 6,
  resume: 8,
  mode: 12,
  error: 51,
} as const;

/** The official clients' default channel. */
const CHANNEL = 11;
const FULL = 70;
/** Any text works; this is the official client's. */
const SOURCE = "JS_API";
const FIELD_HEAD = 3;

function write(type: number, fields: readonly Uint8Array[]): Uint8Array {
  const length = fields.reduce((sum, field) => sum + FIELD_HEAD + field.length, 4);
  const bytes = Buffer.alloc(length);
  bytes.writeUInt16BE(length - 2, 0);
  bytes.writeUInt8(type, 2);
  bytes.writeUInt8(fields.length, 3);
  let at = 4;
  for (const [index, field] of fields.entries()) {
    bytes.writeUInt8(index + 1, at);
    bytes.writeUInt16BE(field.length, at + 1);
    bytes.set(field, at + FIELD_HEAD);
    at += FIELD_HEAD + field.length;
  }
  return bytes;
}

const ascii = (text: string): Buffer => Buffer.from(text, "latin1");

function channelMask(): Buffer {
  const mask = Buffer.alloc(8);
  mask.writeBigUInt64BE(1n << BigInt(CHANNEL));
  return mask;
}

export const authFrame = (key: string): Uint8Array =>
  write(frameTypes.auth, [ascii(key), ascii("P"), Uint8Array.of(1), ascii(SOURCE)]);

export const fullModeFrame = (): Uint8Array => write(frameTypes.mode, [channelMask(), Uint8Array.of(FULL)]);

export const resumeFrame = (): Uint8Array => write(frameTypes.resume, [channelMask()]);

export function ackFrame(messageNumber: number): Uint8Array {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(messageNumber);
  return write(frameTypes.ack, [number]);
}

function topicsFrame(type: number, topics: readonly string[]): Uint8Array {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(topics.length);
  const names = topics.flatMap((topic) => [Uint8Array.of(topic.length), ascii(topic)]);
  return write(type, [Buffer.concat([count, ...names]), Uint8Array.of(CHANNEL)]);
}

export const subscribeFrame = (topics: readonly string[]): Uint8Array => topicsFrame(frameTypes.subscribe, topics);
export const unsubscribeFrame = (topics: readonly string[]): Uint8Array => topicsFrame(frameTypes.unsubscribe, topics);

export const typeOf = (frame: Uint8Array): number | null => frame[2] ?? null;

/** `null` if cut off. */
export function readFields(frame: Uint8Array): ReadonlyMap<number, Buffer> | null {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  const fields = new Map<number, Buffer>();
  let at = 4;
  for (let left = bytes[3] ?? 0; left > 0; left--) {
    if (at + FIELD_HEAD > bytes.length) return null;
    const end = at + FIELD_HEAD + bytes.readUInt16BE(at + 1);
    if (end > bytes.length) return null;
    fields.set(bytes.readUInt8(at), bytes.subarray(at + FIELD_HEAD, end));
    at = end;
  }
  return fields;
}
