import fs from "node:fs";
import { FEEDS_LOCK } from "../../compose/lead-feeds.ts";
import type { ChaosWorld } from "./chaos-world.ts";

const HOLDER = `SELECT client_port AS port FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND objid = $1`;

/** The kernel's inode of the socket bound to this port of 127.0.0.1. */
function socketOf(port: number): string | undefined {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const sockets = fs.readFileSync("/proc/net/tcp", "utf8").split("\n");
  return sockets.map((line) => line.trim().split(/\s+/)).find(([, local = ""]) => local.endsWith(end))?.[9];
}

function hasOpen(pid: number, socket: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return fs.readdirSync(folder).some((name) => {
    try {
      return fs.readlinkSync(`${folder}/${name}`) === `socket:[${socket}]`;
    } catch {
      return false;
    }
  });
}

export async function leadingEngine(world: ChaosWorld): Promise<number | null> {
  const [holder] = await world.query<{ port: number }>(HOLDER, [FEEDS_LOCK]);
  const socket = holder && socketOf(holder.port);
  return socket === undefined ? null : (world.pidsOf("engine").find((pid) => hasOpen(pid, socket)) ?? null);
}
