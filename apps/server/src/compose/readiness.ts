import { statfs } from "node:fs/promises";
import type { Platform } from "./platform.ts";

/** With less free space than this a local database is about to reject writes. */
const ROOM_MIN_BYTES = 64 * 1024 * 1024;

/** Readiness: the database answers and has space to write. */
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
