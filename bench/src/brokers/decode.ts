import { createTickDecoder } from "@vriddhi/brokers/zerodha/decode-tick";
import { KiteTicker } from "kiteconnect";
import { median, type Row } from "../report.ts";

const RATIO_MIN = 100;
const PACKETS_PER_FRAME = 60;
const FULL_LENGTH = 184;
const ROUNDS = 15;
const OUR_FRAMES = 4_000;
const THEIR_FRAMES = 40;

/** Sixty shares in full mode, prices and depth like those of a real morning. */
function makeFrame(): Buffer {
  const frame = Buffer.alloc(2 + PACKETS_PER_FRAME * (2 + FULL_LENGTH));
  frame.writeUInt16BE(PACKETS_PER_FRAME);
  for (let n = 0; n < PACKETS_PER_FRAME; n++) {
    const at = 2 + n * (2 + FULL_LENGTH);
    frame.writeUInt16BE(FULL_LENGTH, at);
    const packet = frame.subarray(at + 2, at + 2 + FULL_LENGTH);
    packet.writeInt32BE((1_000 + n) * 256 + 1, 0);
    for (let field = 4; field < 64; field += 4) packet.writeInt32BE(100_000 + n * 37 + field, field);
    packet.writeInt32BE(1_794_800_701, 44);
    packet.writeInt32BE(1_794_800_702, 60);
    for (let entry = 0; entry < 10; entry++) {
      packet.writeInt32BE(10 + entry, 64 + entry * 12);
      packet.writeInt32BE(100_000 + n * 37 + (entry < 5 ? -entry : entry), 68 + entry * 12);
    }
  }
  return frame;
}

/** Packets a second. */
function speedOf(frames: number, decode: () => unknown): number {
  const startedAt = performance.now();
  for (let n = 0; n < frames; n++) decode();
  return (frames * PACKETS_PER_FRAME * 1_000) / (performance.now() - startedAt);
}

interface KiteTick {
  readonly instrument_token: number;
  readonly last_price: number;
  readonly volume_traded: number;
  readonly depth: { readonly buy: readonly { price: number }[]; readonly sell: readonly { price: number }[] };
}

const inPaise = (rupees: number | undefined): number => Math.round((rupees ?? Number.NaN) * 100);

/** Both must have read the same. */
function compareTicks(
  ours: ReturnType<ReturnType<typeof createTickDecoder>["decode"]>["ticks"],
  theirs: readonly KiteTick[],
): void {
  const same = ours.every((tick, index) => {
    const other = theirs[index];
    return (
      other !== undefined &&
      tick.token === String(other.instrument_token) &&
      tick.lastPrice === inPaise(other.last_price) &&
      tick.volume === other.volume_traded &&
      tick.bid === inPaise(other.depth.buy[0]?.price) &&
      tick.ask === inPaise(other.depth.sell[0]?.price)
    );
  });
  if (!same || ours.length !== theirs.length) throw new Error("the two parsers read different ticks");
}

/** Kite's market data in full mode: our decoder against the parser of the official client, in this process. */
export async function benchDecode(): Promise<readonly Row[]> {
  const frame = makeFrame();
  const forTheirs = new Uint8Array(frame).buffer;
  const decoder = createTickDecoder();
  const official = new KiteTicker({ api_key: "none", access_token: "none" }) as unknown as {
    parseBinary(frame: ArrayBuffer): readonly KiteTick[];
  };
  const ours = () => decoder.decode(frame).ticks;
  const theirs = () => official.parseBinary(forTheirs);
  compareTicks(ours(), theirs());
  speedOf(OUR_FRAMES, ours);
  speedOf(THEIR_FRAMES, theirs);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    ours: speedOf(OUR_FRAMES, ours),
    theirs: speedOf(THEIR_FRAMES, theirs),
  }));
  const ratio = median(rounds.map((round) => round.ours / round.theirs));
  const told = (name: "ours" | "theirs") =>
    `${Math.round(median(rounds.map((round) => round[name])) / 1_000).toLocaleString("en-IN")} k packets/s`;
  return [
    { benchmark: "decode: official parser, full mode", measured: told("theirs"), target: "–", verdict: "–" },
    { benchmark: "decode: ours, full mode", measured: told("ours"), target: "–", verdict: "–" },
    {
      benchmark: "decode: ours / official",
      measured: ratio.toFixed(0),
      target: `≥ ${RATIO_MIN}`,
      verdict: ratio >= RATIO_MIN ? "PASS" : "FAIL",
    },
  ];
}
