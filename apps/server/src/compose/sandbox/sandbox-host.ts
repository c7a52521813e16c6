import { randomInt } from "node:crypto";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { type EpochMs, epochMs, type HumanClock } from "@vriddhi/core/time/clock";
import type { BrokerEvent } from "@vriddhi/sandbox/broker/broker-event";
import { marketOf } from "@vriddhi/sandbox/broker/broker-world";
import type { BrokerSimulators } from "@vriddhi/sandbox/broker/start-brokers";
import { type EventLog, openEventLog } from "@vriddhi/sandbox/event-log/event-log";
import { noPartLogs, type PartLogs } from "@vriddhi/sandbox/event-log/part-log";
import { createFaults, type Fault, type Faults } from "@vriddhi/sandbox/faults/faults";
import { startGoogle } from "@vriddhi/sandbox/google/start-google";
import { startMailbox } from "@vriddhi/sandbox/mailbox/start-mailbox";
import { startSms } from "@vriddhi/sandbox/sms/start-sms";
import { realTimers } from "../../platform/clock/timers.ts";
import type { Closing } from "../closing.ts";
import type { ControlDeps } from "./control.routes.ts";
import { brokerAddresses, openBrokers, simulatedDesks } from "./open-brokers.ts";
import { messengerAddresses, openMessengers } from "./open-messengers.ts";
import { openRazorpay } from "./open-razorpay.ts";
import { type ClockStore, hostClock, type SandboxClock } from "./sandbox-clock.ts";
import { openPorts, type Ports, portIn } from "./sandbox-ports.ts";
import { type Addresses, GOOGLE_CLIENT, type SavedClock, SMS_API_KEY } from "./sandbox-store.ts";

export interface HostDeps {
  readonly clock: HumanClock;
  readonly closing: Closing;
  readonly publicUrl: URL;
  readonly marketDataDir: string | null;
  readonly sandboxClock: string;
  /** Where the event log is stored; `null`: the world ends with the process. */
  readonly folder: string | null;
  /** Where the clock's state was before there was an event log, and where followers read it. */
  readonly clockStore: ClockStore | null;
}

export interface SandboxHost {
  readonly parts: Omit<ControlDeps, "schedule" | "staff" | "reset" | "signals">;
  readonly clock: SandboxClock;
  readonly brokers: BrokerSimulators;
  readonly addresses: Addresses;
  /** The instant up to which every listener has the exchange's events. */
  playedUntil(): EpochMs;
  /** True when state of an earlier process was restored. */
  readonly isRemembered: boolean;
  setHome(address: string): void;
  reset(): Promise<void>;
}

interface Surrounded {
  readonly deps: HostDeps;
  readonly faults: Faults;
  readonly memories: PartLogs;
  readonly ports: Ports;
}

/** Never ahead of the delivered market events, so that no minute ends before its last trade arrives. */
function createShownClock(clock: SandboxClock) {
  let playedUntil = clock.now();
  const now = () => epochMs(Math.min(clock.now(), playedUntil));
  const shown: SandboxClock = { ...clock, now, read: () => ({ ...clock.read(), now: now() }) };
  return {
    clock: shown,
    playedUntil: () => playedUntil,
    played(until: EpochMs): void {
      if (until > playedUntil) playedUntil = until;
    },
    async reset(): Promise<void> {
      await clock.reset();
      playedUntil = clock.now();
    },
  };
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    realTimers.after(ms, resolve);
  });

const anySeed = () => createSeededRandom(randomInt(2 ** 31));

async function startMessages({ deps, faults, memories, ports }: Surrounded) {
  const { clock, closing } = deps;
  const mailbox = await ports.again(
    "mail",
    (port) => startMailbox({ clock, faults, memories, port }),
    ({ url }) => portIn(url),
  );
  closing.add("sandbox mailbox", mailbox.stop);
  const random = anySeed();
  const sms = await ports.again(
    "sms",
    (port) => startSms({ clock, faults, memories, random, port, apiKey: SMS_API_KEY }),
    ({ baseUrl }) => portIn(baseUrl),
  );
  closing.add("sandbox sms", sms.stop);
  const redirectUris = () => [new URL("/google/callback", deps.publicUrl).href];
  const google = await ports.again(
    "google",
    (port) => startGoogle({ ...GOOGLE_CLIENT, redirectUris, faults, port }),
    ({ issuer }) => portIn(issuer),
  );
  closing.add("sandbox google", google.stop);
  return { mailbox, sms, google };
}

/** The event log holds the clock up to the last event; a database only up to the last save. */
function clockStoreOf(memories: PartLogs, beside: ClockStore | null): ClockStore {
  const memory = memories.memory<SavedClock>("clock");
  const latest = memories
    .memory<BrokerEvent>("brokers")
    .past.reduce((last, event) => Math.max(last, marketOf(event) ?? 0), 0);
  let last: SavedClock | null = null;
  return {
    async read() {
      const saved = memory.past.at(-1);
      if (saved === undefined) return (await beside?.read()) ?? null;
      return { state: saved.state, market: Math.max(saved.market, latest) as SavedClock["market"] };
    },
    async write(saved) {
      // A paused clock appends nothing.
      if (JSON.stringify(saved) !== JSON.stringify(last)) memory.note(saved);
      last = saved;
      await beside?.write(saved);
    },
  };
}

/** Pending faults are stored as one list; the last entry counts. */
function openFaults(memories: PartLogs): Faults {
  const memory = memories.memory<readonly Fault[]>("faults");
  const faults = createFaults(memory.note);
  faults.restore(memory.past.at(-1) ?? []);
  return faults;
}

export async function openHost(deps: HostDeps): Promise<SandboxHost> {
  const { clock, closing, folder } = deps;
  const journal: EventLog | null = folder === null ? null : openEventLog(folder, clock);
  if (journal !== null) closing.add("sandbox journal", journal.close);
  const memories: PartLogs = journal ?? noPartLogs;
  const faults = openFaults(memories);
  const surrounded: Surrounded = { deps, faults, memories, ports: openPorts(folder) };
  const messages = await startMessages(surrounded);
  const { razorpay, setHome } = await openRazorpay(surrounded.deps, surrounded);
  const messengers = await openMessengers(surrounded.deps, surrounded);
  const marketClock = await hostClock(deps.sandboxClock, clock, clockStoreOf(memories, deps.clockStore));
  closing.add("sandbox clock", marketClock.stop);
  let home: string | null = null;
  const shown = createShownClock(marketClock);
  const brokers = await openBrokers({
    deps,
    marketClock,
    faults,
    memories,
    ports: surrounded.ports,
    home: () => home,
    onPlayed: shown.played,
  });
  const parts = { ...messages, ...messengers, razorpay, faults };
  return {
    parts: {
      ...parts,
      brokers,
      clock: shown.clock,
      smsApiKey: SMS_API_KEY,
      humanClock: clock,
      catchUp: brokers.catchUp,
      delivered: brokers.delivered,
      carry: brokers.carry,
      pause,
    },
    clock: shown.clock,
    brokers,
    playedUntil: shown.playedUntil,
    isRemembered: memories.memory<BrokerEvent>("brokers").past.length > 0,
    addresses: {
      smtpUrl: messages.mailbox.url,
      smsUrl: messages.sms.baseUrl,
      googleIssuer: messages.google.issuer,
      razorpayUrl: razorpay.baseUrl,
      razorpayCheckoutUrl: razorpay.checkoutUrl,
      ...messengerAddresses(messengers),
      brokers: brokerAddresses(brokers),
      desks: simulatedDesks(brokers),
    },
    setHome(address) {
      home = address;
      setHome(address);
    },
    async reset() {
      journal?.drop();
      for (const part of Object.values(parts)) part.clear();
      await shown.reset();
      brokers.clear();
    },
  };
}
