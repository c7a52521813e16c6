import type { Line, Moment, Peer } from "../broker/wire.ts";
import { MARKET_INDEX, type Quoted } from "../exchange/market-index.ts";
import type { Quote } from "../exchange/model.ts";
import type { FyersDeps } from "./call.ts";
import { createChannels } from "./hsm-channels.ts";
import { depthValues, fieldMap, indexValues, scripValues } from "./hsm-fields.ts";
import {
  type ClientFrame,
  frameTypes,
  i32,
  readFrame,
  readTopics,
  UNCHANGED,
  u32,
  writeDataFrames,
  writeLite,
  writeReply,
  writeSnapshot,
  writeUpdate,
} from "./hsm-frames.ts";
import type { Session } from "./sessions.ts";

/** The official library reads message numbers only when told to acknowledge some. */
const ACK_EVERY = 50;
const SYMBOLS_MAX = 5_000;
const CHANNEL_DEFAULT = 11;
const MULTIPLIER = 1;
const PRECISION = 2;
const OK = "K";
const NOT_OK = "N";
/** The shape is the official client's; number and text are assumed. */
const AUTH_REFUSED = [i32(-16), "Could not authenticate the user", Buffer.from([frameTypes.auth])];

interface Topic {
  readonly id: number;
  readonly name: string;
  readonly kind: "sf" | "dp" | "if";
  readonly instrument: Quoted;
  readonly channel: number;
  values: readonly number[];
}

export interface HsmLine extends Line {
  /** `null` before a key was sent. */
  session(): Session | null;
  send(symbols: ReadonlySet<string>, quoteOf: (symbol: string) => Quote): void;
}

interface State {
  session: Session | null;
  messages: number;
  topicIds: number;
  readonly topics: Map<string, Topic>;
}

function valuesOf({ exchange }: FyersDeps, kind: Topic["kind"], quote: Quote): number[] {
  if (kind === "if") return indexValues(quote);
  return kind === "dp" ? depthValues(quote) : scripValues(quote, exchange.yearRange(quote.symbol));
}

/** `sf|nse_cm|3045`, or `if|nse_cm|Nifty 50`: an index is identified by name. */
function findInstrument({ symbols }: FyersDeps, name: string): Pick<Topic, "kind" | "instrument"> | null {
  const [kind, segment, token = ""] = name.split("|");
  if (kind === "if" && segment === "nse_cm" && token === MARKET_INDEX.name) return { kind, instrument: MARKET_INDEX };
  const instrument = segment === "nse_cm" ? symbols.byToken(token) : null;
  return instrument !== null && (kind === "sf" || kind === "dp") ? { kind, instrument } : null;
}

/** The official client drops an index whose second name differs from the topic's. */
const INDEX_NAMES = ["nse_cm", MARKET_INDEX.name, "NIFTY50-INDEX"] as const;

const snapshotOf = ({ id, name, kind, values, instrument }: Topic): Buffer =>
  writeSnapshot({
    topicId: id,
    topic: name,
    values,
    multiplier: MULTIPLIER,
    precision: PRECISION,
    names: kind === "if" ? INDEX_NAMES : ["nse_cm", String(instrument.tokens.exchange), `${instrument.symbol}-EQ`],
  });

function updateOf(topic: Topic, values: readonly number[], isLite: boolean): Buffer | null {
  const before = topic.values;
  topic.values = values;
  if (isLite) return values[0] === before[0] ? null : writeLite(topic.id, values[0] ?? 0);
  const changed = values.map((value, index) => (value === before[index] ? UNCHANGED : value));
  return changed.every((value) => value === UNCHANGED) ? null : writeUpdate(topic.id, changed);
}

export function openHsmLine(desk: FyersDeps, peer: Peer, onClosed: () => void): HsmLine {
  const state: State = {
    session: null,
    messages: 0,
    topicIds: 0,
    topics: new Map(),
  };

  const channels = createChannels();
  const answer = (type: number, isFine: boolean) => peer.send(writeReply(type, [isFine ? OK : NOT_OK]));
  const hold = (frame: ClientFrame) => {
    channels.hold(frame);
    answer(frame.type, true);
  };
  const send = (records: readonly Buffer[]) => {
    for (const frame of writeDataFrames(records, () => ++state.messages)) peer.send(frame);
  };

  function authenticate({ fields }: ClientFrame, at: Moment): void {
    state.session = desk.sessions.checkHsmKey(fields.get(1)?.toString("latin1") ?? "", at);
    if (state.session === null) peer.send(writeReply(frameTypes.notice, AUTH_REFUSED));
    else peer.send(writeReply(frameTypes.auth, [OK, u32(ACK_EVERY), fieldMap]));
  }

  function add(name: string, channel: number): Topic | null {
    const found = state.topics.size < SYMBOLS_MAX ? findInstrument(desk, name) : null;
    if (found === null) return null;
    const values = valuesOf(desk, found.kind, desk.exchange.quote(found.instrument.symbol));
    const topic: Topic = { id: ++state.topicIds, name, channel, values, ...found };
    state.topics.set(name, topic);
    return topic;
  }

  function subscribe({ fields }: ClientFrame): void {
    const channel = fields.get(2)?.[0] ?? CHANNEL_DEFAULT;
    answer(frameTypes.subscribe, true);
    const added = readTopics(fields.get(1)).flatMap((name) => add(name, channel) ?? []);
    send(added.map(snapshotOf));
  }

  function unsubscribe({ fields }: ClientFrame): void {
    for (const name of readTopics(fields.get(1))) state.topics.delete(name);
    answer(frameTypes.unsubscribe, true);
  }

  const serve = new Map<number, (frame: ClientFrame) => void>([
    [frameTypes.subscribe, subscribe],
    [frameTypes.unsubscribe, unsubscribe],
    [frameTypes.mode, (frame) => answer(frame.type, channels.setMode(frame))],
    [frameTypes.pause, hold],
    [frameTypes.resume, hold],
  ]);

  return {
    session: () => state.session,
    /** Pings and acknowledgements need no answer and are optional. */
    receive(bytes, at) {
      const frame = typeof bytes === "string" ? null : readFrame(bytes);
      if (frame === null) return;
      if (frame.type === frameTypes.auth) authenticate(frame, at);
      else if (state.session !== null) serve.get(frame.type)?.(frame);
    },
    closed: onClosed,
    send(symbols, quoteOf) {
      const records: Buffer[] = [];
      for (const topic of state.topics.values()) {
        const { symbol } = topic.instrument;
        if (!symbols.has(symbol) || channels.isPaused(topic.channel)) continue;
        const isLite = topic.kind !== "dp" && channels.isLite(topic.channel);
        const record = updateOf(topic, valuesOf(desk, topic.kind, quoteOf(symbol)), isLite);
        if (record !== null) records.push(record);
      }
      send(records);
    },
  };
}
