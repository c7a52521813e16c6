import { statfs } from "node:fs/promises";
import type { Platform } from "./platform.ts";

/** With less room than this, a database that lies beside us is about to refuse writes. */
const ROOM_MIN_BYTES = 64 * 1024 * 1024;

/** Whether this process can serve: its database answers, and has room to write. */
export async function isReady({ database, databaseOutage, config }: Platform): Promise<boolean> {
  if (databaseOutage.isDiskFull()) return false;
  const isAnswering = await database.pool.query("SELECT 1").then(
    () => true,
    () => false,
  );
  return isAnswering && (config.databaseUrl !== null || (await hasRoom(config.dataDir)));
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= ROOM_MIN_BYTES;
}
