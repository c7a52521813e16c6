import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@vriddhi/testing/child-process";
import { type ChaosWorld, startProcesses, until } from "../chaos/chaos-world.ts";
import { signalAll, withDescendants } from "./database-cluster.ts";
import { openRelay, type Relay } from "./relay.ts";

/** A host of the product with a name of its own, whose every connection runs over relays. */
export interface OtherHost {
  readonly name: string;
  cut(): void;
  mend(): void;
  /** As a power cut: nothing of it runs or answers any more. */
  destroy(): Promise<void>;
}

const LOCAL_ADDRESS = /127\.0\.0\.1:(\d+)/g;

/** Relays by the port they lead to, opened when first asked for. */
function openRelays() {
  const relays = new Map<number, Promise<Relay>>();
  return {
    to(port: number): Promise<Relay> {
      const known = relays.get(port) ?? openRelay(port);
      relays.set(port, known);
      return known;
    },
    all: () => Promise.all(relays.values()),
  };
}

type Relays = ReturnType<typeof openRelays>;

/** The sandbox's control address as this host sees it: every address in an answer is a relay's. */
async function openControl(target: number, relays: Relays): Promise<http.Server> {
  async function answer(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const sent =
      chunks.length === 0 ? {} : { body: Buffer.concat(chunks), headers: { "content-type": "application/json" } };
    const reply = await fetch(`http://127.0.0.1:${target}${incoming.url}`, {
      method: incoming.method ?? "GET",
      ...sent,
    });
    const text = await reply.text();
    const ports = new Map<string, string>();
    for (const [, port = ""] of text.matchAll(LOCAL_ADDRESS))
      ports.set(port, String((await relays.to(Number(port))).port));
    outgoing.writeHead(reply.status, { "content-type": "application/json" });
    outgoing.end(text.replace(LOCAL_ADDRESS, (_whole, port: string) => `127.0.0.1:${ports.get(port)}`));
  }
  const server = http.createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return server;
}

const portOf = (server: http.Server): number => (server.address() as { readonly port: number }).port;

/** Starts a worker on a host of its own. */
export async function startOtherHost(world: ChaosWorld, name: string): Promise<OtherHost> {
  const relays = openRelays();
  const control = await openControl(Number(new URL(world.sandboxUrl()).port), relays);
  const address = new URL(world.settings["DATABASE_URL"] ?? "");
  address.port = String((await relays.to(Number(address.port))).port);
  const controlLink = await relays.to(portOf(control));
  const { child, output } = startProcesses(
    {
      ...world.settings,
      PROCESSES: "worker",
      PORT: String(await freePort()),
      PUBLIC_URL: world.address,
      DATABASE_URL: address.href,
      SANDBOX_URL: `http://127.0.0.1:${controlLink.port}`,
      DATA_DIR: path.join(world.settings["DATA_DIR"] ?? "", name),
    },
    name,
  );
  const each = async (act: (relay: Relay) => unknown) => {
    for (const relay of await relays.all()) await act(relay);
  };
  const host: OtherHost = {
    name,
    cut: () => void each((relay) => relay.cut()),
    mend: () => void each((relay) => relay.mend()),
    async destroy() {
      await each((relay) => relay.cut());
      signalAll(withDescendants([child.pid ?? 0]), "SIGKILL");
      control.close();
      control.closeAllConnections();
      await sleep(0);
      await each((relay) => relay.close());
    },
  };
  await until(`the worker of ${name} is ready`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output().slice(-2_000)}`);
    return output().includes("ready on ");
  }).catch(async (cause: unknown) => {
    await host.destroy();
    throw cause;
  });
  return host;
}
