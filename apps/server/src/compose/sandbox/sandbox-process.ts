import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { problemStatus } from "@vriddhi/contract/problem";
import { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { recordOf } from "@vriddhi/core/shared/record-of";
import type { Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { systemClock } from "../../platform/clock/system-clock.ts";
import type { Config } from "../../platform/config/config.ts";
import { createProcessLog, type Logger } from "../../platform/log/logger.ts";
import { type Closing, createClosing } from "../closing.ts";
import { controlHandlers } from "./control.routes.ts";
import { demoAccountsOf } from "./demo-accounts.ts";
import { createMarketMembers, type MarketMembers, toCard } from "./market-members.ts";
import { closeServer, jsonServer, LOOPBACK, listenHere, readJson } from "./member-wire.ts";
import type { MoveSchedule } from "./move-clock.ts";
import type { World } from "./remote-sandbox.ts";
import { sandboxMessages } from "./sandbox.messages.ts";
import { keepPace } from "./sandbox-clock.ts";
import { openHost, type SandboxHost } from "./sandbox-host.ts";
import { clientOf } from "./seed-demo-accounts.ts";
import { settleStaffLogins } from "./staff-logins.ts";

export interface SandboxProcess {
  readonly address: string;
  close(): Promise<void>;
}

const WORLD_NAME = "world";

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const done = (body: unknown): Answer => ({ status: 200, body });
const refused = (status: number, code: string, detail: string): Answer => ({ status, body: { code, detail } });
const notFound = refused(404, "not_found", "There is nothing at this address.");

type Loose = (call: { readonly query: unknown; readonly body: unknown }) => Promise<Result<unknown, string>>;
interface Shape {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown; readonly error?: Error };
}

/** The control API without sessions: only this machine can reach the address. */
function createControl(hosted: SandboxHost, config: Config, schedule: MoveSchedule) {
  const handlers = controlHandlers({
    ...hosted.parts,
    schedule,
    staff: settleStaffLogins(config),
    reset: hosted.reset,
    // Another process holds the product's tables.
    signals: async () => [],
  }) as unknown as Readonly<Record<string, Loose>>;
  const endpoints = Object.entries(sandboxEndpoints);

  return async function control(method: string, url: URL, read: () => Promise<unknown>): Promise<Answer | null> {
    const found = endpoints.find(([, endpoint]) => endpoint.method === method && endpoint.path === url.pathname);
    if (found === undefined) return null;
    const [name, endpoint] = found;
    const shapes = endpoint as { readonly query?: Shape; readonly body?: Shape };
    const query = shapes.query?.safeParse(Object.fromEntries(url.searchParams));
    const body = shapes.body?.safeParse(await read());
    const wrong = [query, body].find((parsed) => parsed?.success === false);
    if (wrong !== undefined) return refused(400, "invalid_input", String(wrong.error?.message));
    const outcome = await handlers[name]?.({ query: query?.data ?? {}, body: body?.data });
    if (outcome === undefined) return notFound;
    if (outcome.ok) return done(outcome.value);
    const code = outcome.error as keyof typeof sandboxMessages;
    return refused(problemStatus[code], code, sandboxMessages[code]);
  };
}

function worldOf(hosted: SandboxHost, publicUrl: URL): World {
  const redirect = (broker: string) => new URL(`/connect/${broker}`, publicUrl).href;
  return {
    addresses: hosted.addresses,
    clock: {
      state: hosted.clock.state(),
      playSpeed: hosted.clock.read().playSpeed,
      playedUntil: hosted.playedUntil(),
    },
    redirectUrls: recordOf(brokerNames, redirect),
  };
}

function createServe(hosted: SandboxHost, config: Config, members: MarketMembers) {
  const control = createControl(hosted, config, members.schedule);
  return async function serve(incoming: IncomingMessage): Promise<Answer> {
    const { method = "GET" } = incoming;
    const url = new URL(incoming.url ?? "/", `http://${LOOPBACK}`);
    switch (`${method} ${url.pathname}`) {
      case "GET /world":
        return done(worldOf(hosted, config.publicUrl));
      case "GET /healthz":
      case "GET /readyz":
        return done({ status: "ok" });
      case "POST /pace": {
        const { paced } = (await readJson(incoming)) as { readonly paced?: unknown };
        await hosted.clock.pace(paced === true);
        return done({});
      }
      case "POST /members": {
        const card = toCard(await readJson(incoming));
        if (card === null) return refused(400, "invalid_input", "The address is none.");
        members.register(card);
        return done({});
      }
      case "POST /home": {
        const { address } = (await readJson(incoming)) as { readonly address?: unknown };
        if (typeof address !== "string" || !URL.canParse(address))
          return refused(400, "invalid_input", "The address is none.");
        hosted.setHome(address);
        return done({});
      }
      default:
        return (await control(method, url, () => readJson(incoming))) ?? notFound;
    }
  };
}

async function listen(hosted: SandboxHost, config: Config, log: Logger, closing: Closing): Promise<string> {
  const members = createMarketMembers({ clock: systemClock, log, expected: config.clockFollowers });
  closing.add("sandbox pace", keepPace(hosted.clock, members.schedule));
  const server = jsonServer(createServe(hosted, config, members), (cause) =>
    log.warn({ err: cause }, "sandbox: control call failed"),
  );
  const address = await listenHere(server, config.port);
  closing.add("sandbox control", () => closeServer(server));
  return address;
}

/** ROLE=sandbox: runs the simulated world in a process of its own, which continues while the product is down. */
export async function startSandboxProcess(config: Config, clock: HumanClock = systemClock): Promise<SandboxProcess> {
  const log = createProcessLog(config);
  const closing = createClosing(log);
  try {
    const hosted = await openHost({
      clock,
      closing,
      publicUrl: config.publicUrl,
      marketDataDir: config.marketDataDir,
      sandboxClock: config.sandboxClock,
      folder: join(config.dataDir, "sandbox", WORLD_NAME),
      clockStore: null,
    });
    // Their broker accounts are here; the product writes the same accounts into its own tables.
    const openDemoAccounts = () =>
      demoAccountsOf(config.sandboxDemoAccounts).forEach((person) => void clientOf(hosted, person));
    openDemoAccounts();
    const peopled = { ...hosted, reset: () => hosted.reset().then(openDemoAccounts) };
    return { address: await listen(peopled, config, log, closing), close: closing.closeAll };
  } catch (cause) {
    await closing.closeAll();
    throw cause;
  }
}
