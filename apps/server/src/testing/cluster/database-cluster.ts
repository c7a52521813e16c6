import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "@vriddhi/testing/child-process";
import { until } from "../chaos/chaos-world.ts";
import { etcdArguments, haproxyConfig, type NodePlace, PASSWORD, patroniConfig } from "./node-config.ts";
import { programs, systemUser } from "./packages.ts";
import { openRelay, type Relay } from "./relay.ts";

const NODES = ["node1", "node2", "node3"] as const;

export interface ClusterNode {
  readonly place: NodePlace;
  /** Past HAProxy, which a paused primary's last clients also are. */
  readonly directUrl: string;
  /** The link through which the others replicate from this node. */
  readonly link: Relay;
  patroni: ChildProcess | null;
}

export interface DatabaseCluster {
  /** HAProxy: always the present primary. */
  readonly url: string;
  readonly nodes: readonly ClusterNode[];
  primary(): Promise<ClusterNode>;
  /** One primary, two streaming standbys, and in synchronous mode one of them synchronous. */
  untilWhole(): Promise<void>;
  /** As a power cut: Patroni, the postmaster and all its processes in one instant. */
  crash(node: ClusterNode): void;
  pause(node: ClusterNode): void;
  resume(node: ClusterNode): void;
  restart(node: ClusterNode): void;
  stop(): Promise<void>;
}

/** Process id, name, state and parent; `Z` has ended and waits for its parent. */
const STATS = /^\d+ \(.*\) [^Z] (?<parent>\d+) /s;

/** Every running process with its parent, as the kernel reports it. */
function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of fs.readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)))
    try {
      const { parent } = STATS.exec(fs.readFileSync(`/proc/${name}/stat`, "utf8"))?.groups ?? {};
      if (parent !== undefined) found.set(Number(name), Number(parent));
    } catch {
      // Ended meanwhile.
    }
  return found;
}

export function withDescendants(roots: readonly number[]): readonly number[] {
  const known = parents();
  const tree = new Set(roots.filter((pid) => known.has(pid)));
  for (let size = -1; size !== tree.size; ) {
    size = tree.size;
    for (const [pid, parent] of known) if (tree.has(parent)) tree.add(pid);
  }
  return [...tree];
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // Ended meanwhile.
    }
}

/** The postmaster is a child of init: Patroni detaches it. */
function postmasterOf({ folder }: NodePlace): readonly number[] {
  try {
    return [Number(fs.readFileSync(path.join(folder, "data/postmaster.pid"), "utf8").split("\n")[0])];
  } catch {
    return [];
  }
}

const processesOf = ({ place, patroni }: ClusterNode): readonly number[] =>
  withDescendants([...(patroni?.pid === undefined ? [] : [patroni.pid]), ...postmasterOf(place)]);

function makeFolder(folder: string): string {
  const { uid, gid } = systemUser();
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid);
  return folder;
}

function run(program: string, args: readonly string[], log: string): ChildProcess {
  const output = fs.openSync(log, "a");
  const child = spawn(program, args, {
    ...systemUser(),
    stdio: ["ignore", output, output],
    env: { PATH: "/usr/bin:/bin" },
  });
  fs.closeSync(output);
  return child;
}

async function openNode(home: string, name: string): Promise<ClusterNode> {
  const [postgres, rest, etcdClient, etcdPeer] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const link = await openRelay(postgres);
  const place = {
    name,
    folder: makeFolder(path.join(home, name)),
    postgres,
    replication: link.port,
    rest,
    etcdClient,
    etcdPeer,
  };
  return { place, link, directUrl: `postgres://postgres:${PASSWORD}@127.0.0.1:${postgres}/postgres`, patroni: null };
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

async function membersSeenBy({ place }: ClusterNode): Promise<readonly Member[]> {
  const reply = await fetch(`http://127.0.0.1:${place.rest}/cluster`, { signal: AbortSignal.timeout(1_000) });
  return ((await reply.json()) as { readonly members: readonly Member[] }).members;
}

const answers = ({ place }: ClusterNode, role: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${place.rest}/${role}`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Ends each open cluster: a signal must leave no server behind. */
const openClusters = new Set<() => Promise<void>>();

/** Ends everything that this process started, at once. */
export async function endEverything(): Promise<void> {
  const children = withDescendants([process.pid]).filter((pid) => pid !== process.pid);
  signalAll(children, "SIGKILL");
  for (const stop of openClusters) await stop();
}

/** Three PostgreSQL under Patroni, three etcd, HAProxy: real servers on this machine, gone after `stop`. */
export async function openDatabaseCluster(isSynchronous: boolean): Promise<DatabaseCluster> {
  const home = makeFolder(fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-cluster-")));
  const nodes: ClusterNode[] = [];
  for (const name of NODES) nodes.push(await openNode(home, name));
  const places = nodes.map(({ place }) => place);
  const port = await freePort();
  const log = (name: string) => path.join(home, `${name}.log`);
  const others: ChildProcess[] = [];

  function restart(node: ClusterNode): void {
    node.patroni = run(programs.patroni, [path.join(node.place.folder, "patroni.yml")], log(node.place.name));
  }

  async function primary(): Promise<ClusterNode> {
    for (const node of nodes) if (await answers(node, "primary")) return node;
    throw new Error("no node is primary now");
  }

  async function isWhole(): Promise<boolean> {
    const leader = await primary();
    const members = await membersSeenBy(leader);
    const standbys = members.filter(
      ({ role, state, lag }) => role !== "leader" && /running|streaming/.test(state) && lag === 0,
    );
    const isSafe = !isSynchronous || members.some(({ role }) => role === "sync_standby");
    return standbys.length === NODES.length - 1 && isSafe;
  }

  async function stop(): Promise<void> {
    const all = () => [...nodes.flatMap(processesOf), ...withDescendants(others.flatMap(({ pid }) => pid ?? []))];
    for (const node of nodes) signalAll(processesOf(node), "SIGCONT");
    // A killed parent's children are not found by their parent any more: list first, and again until none is left.
    await until("the cluster's processes end", async () => {
      const left = all();
      signalAll(left, "SIGKILL");
      return left.length === 0;
    });
    for (const { link } of nodes) await link.close();
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 20 });
    openClusters.delete(stop);
  }
  openClusters.add(stop);

  try {
    for (const { place } of nodes) {
      fs.writeFileSync(path.join(place.folder, "patroni.yml"), patroniConfig(place, places, isSynchronous), {
        mode: 0o644,
      });
      others.push(run(programs.etcd, etcdArguments(place, places), log(`${place.name}-etcd`)));
    }
    for (const node of nodes) restart(node);
    const balancer = path.join(home, "haproxy.cfg");
    fs.writeFileSync(balancer, haproxyConfig(port, places));
    others.push(run(programs.haproxy, ["-db", "-f", balancer], log("haproxy")));
    await until("a whole database cluster", isWhole);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    nodes,
    primary,
    untilWhole: () => until("a whole database cluster", isWhole),
    crash: (node) => signalAll(processesOf(node), "SIGKILL"),
    pause: (node) => signalAll(processesOf(node), "SIGSTOP"),
    resume: (node) => signalAll(processesOf(node), "SIGCONT"),
    restart,
    stop,
  };
}
