import { stat } from "node:fs/promises";
import path from "node:path";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";

/** When the pages last changed: the build's last file is written once. Sources that are served as they are change now. */
export async function webBuiltAt(buildDir: string | null, now: EpochMs): Promise<EpochMs> {
  if (buildDir === null) return now;
  const { mtimeMs } = await stat(path.join(buildDir, "prerendered.json"));
  return epochMs(Math.floor(mtimeMs));
}
