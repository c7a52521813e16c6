import { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { rupees } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs, type HumanClock, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { toIstText } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createClients } from "@vriddhi/sandbox/broker/client";
import { type ClockState, marketNow, speedOf } from "@vriddhi/sandbox/clock/clock-state";
import { createExchange } from "@vriddhi/sandbox/exchange/exchange";
import type { Handlers } from "../../platform/http/handler.ts";
import type { MemberCard } from "./member-wire.ts";
import { type ClockReading, everySoOften, type SandboxClock } from "./sandbox-clock.ts";
import type { Addresses } from "./sandbox-store.ts";
import type { SeedLinksDeps } from "./seed-links.ts";

export interface World {
  readonly addresses: Addresses;
  readonly clock: {
    readonly state: ClockState;
    readonly playSpeed: number;
    /** The instant up to which every listener has the exchange's events: no following clock is ahead of it. */
    readonly playedUntil: EpochMs;
  };
  readonly redirectUrls: Readonly<Record<BrokerName, string>>;
}

type SandboxCall = keyof typeof sandboxEndpoints;

export interface RemoteSandbox {
  readonly addresses: Addresses;
  readonly clock: SandboxClock;
  look(): Promise<void>;
  register(card: MemberCard): Promise<void>;
  readonly brokers: SeedLinksDeps["brokers"];
  setHome(address: string): Promise<void>;
  reset(): Promise<void>;
  handlers(reset: () => Promise<void>): Handlers<SandboxCall>;
}

const FOLLOW_EVERY_MS = SECOND_MS / 4;
const ANSWER_MAX_MS = MINUTE_MS;
/** A clock jump may play several days before it replies. */
const JUMP_MAX_MS = 60 * MINUTE_MS;
const LOOK_MAX_MS = 10 * SECOND_MS;

function createCaller(url: string) {
  async function send(method: string, path: string, body?: unknown, limitMs = ANSWER_MAX_MS): Promise<Response> {
    const headers = { "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
    const signal = AbortSignal.timeout(limitMs);
    return await fetch(new URL(path, url), { method, signal, ...sent });
  }
  return {
    send,
    async world(): Promise<World> {
      const reply = await send("GET", "/world", undefined, LOOK_MAX_MS).catch((cause: unknown) => {
        throw new Error(`no sandbox answers at SANDBOX_URL=${url}: start a process with ROLE=sandbox first`, { cause });
      });
      return (await reply.json()) as World;
    },
  };
}

type Caller = ReturnType<typeof createCaller>;

/** Follows the other process's clock as a function of the wall clock, polled continuously. */
function followRemote(
  caller: Caller,
  human: HumanClock,
  first: World["clock"],
): SandboxClock & { look(): Promise<void> } {
  let known = first;
  const look = async () => {
    known = (await caller.world()).clock;
  };
  const stopLooking = everySoOften(FOLLOW_EVERY_MS, look);
  const now = () => epochMs(Math.min(marketNow(known.state, human.now()), known.playedUntil));
  const read = (): ClockReading => ({
    now: now(),
    speed: known.state.speed,
    held: known.state.heldSpeed !== null,
    playSpeed: known.state.heldSpeed ?? known.playSpeed,
    isPaced: known.state.isPaced ?? false,
  });
  async function change(target: { now?: EpochMs; speed?: number }): Promise<Result<ClockReading, "clock_backwards">> {
    if (target.now === undefined && target.speed === undefined) return ok(read());
    const asked = {
      ...(target.now === undefined ? {} : { now: toIstText(target.now) }),
      ...(target.speed === undefined ? {} : { speed: target.speed }),
    };
    const reply = await caller.send("POST", "/sandbox/clock", asked, JUMP_MAX_MS);
    await look();
    return reply.ok ? ok(read()) : err("clock_backwards");
  }
  return {
    now,
    speed: () => speedOf(known.state),
    read,
    look,
    state: () => known.state,
    change,
    step: async (to) => void (await change({ now: to })),
    // Jumps are made in the process that owns the clock.
    jump: (work) => work(),
    async play() {
      if (known.state.heldSpeed !== null) await change({ speed: known.state.heldSpeed });
    },
    async pace(isPaced) {
      if ((known.state.isPaced ?? false) === isPaced) return;
      await caller.send("POST", "/pace", { paced: isPaced });
      await look();
    },
    reset: look,
    stop: stopLooking,
  };
}

/** The seeded clients of the other process: their secrets derive from their ids. */
function createKnownClients(world: World): SeedLinksDeps["brokers"] {
  const exchange = createExchange({ seed: 1, calendar: nseCalendar });
  return {
    of(broker) {
      const clients = createClients(broker, exchange, world.redirectUrls[broker]);
      const find = (id: string) =>
        clients.find(id) ?? (exchange.account(id) === null ? clients.open({ id, cashPaise: rupees(0) }) : null);
      return { clients: { ...clients, find }, baseUrl: "", wsUrl: "" };
    },
  };
}

function forward(caller: Caller, name: SandboxCall) {
  const { method, path } = sandboxEndpoints[name];
  return async ({ query, body }: { readonly query?: object; readonly body?: unknown }) => {
    const asked = new URLSearchParams(
      Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const limitMs = name === "setClock" ? JUMP_MAX_MS : ANSWER_MAX_MS;
    const reply = await caller.send(method, `${path}?${asked}`, method === "GET" ? undefined : body, limitMs);
    const answer: unknown = await reply.json();
    return reply.ok ? ok(answer) : err((answer as { code: string }).code);
  };
}

export async function openRemote(url: string, human: HumanClock): Promise<RemoteSandbox> {
  const caller = createCaller(url);
  const world = await caller.world();
  const clock = followRemote(caller, human, world.clock);
  const forwarded = Object.fromEntries(
    (Object.keys(sandboxEndpoints) as SandboxCall[]).map((name) => [name, forward(caller, name)]),
  ) as unknown as Handlers<SandboxCall>;
  return {
    addresses: world.addresses,
    clock,
    brokers: createKnownClients(world),
    setHome: async (address) => void (await caller.send("POST", "/home", { address })),
    async reset() {
      await caller.send("POST", "/sandbox/reset");
      await clock.reset();
    },
    look: clock.look,
    register: async (card) => void (await caller.send("POST", "/members", card, LOOK_MAX_MS)),
    handlers: (reset) => ({
      ...forwarded,
      // The other process moves the clock and calls this one meanwhile; the caller reads the new time here.
      async setClock(call) {
        const moved = await forwarded.setClock(call);
        await clock.look();
        return moved;
      },
      async resetSandbox() {
        await reset();
        return ok({ message: "Back to the seeded state" });
      },
    }),
  };
}
