import { stat } from "node:fs/promises";
import path from "node:path";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";

/** When the pages last changed: the time of the build's last file, or now for sources served directly. */
export async function webBuiltAt(buildDir: string | null, now: EpochMs): Promise<EpochMs> {
  if (buildDir === null) return now;
  const { mtimeMs } = await stat(path.join(buildDir, "prerendered.json"));
  return epochMs(Math.floor(mtimeMs));
}
