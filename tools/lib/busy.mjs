import { spawn } from "node:child_process";
import os from "node:os";

/**
 * Keeps every core busy until `stop` is called: what passes beside it waits for conditions and not for time.
 * @param {string} runtime
 * @param {number} [wanted]
 * @returns {{ readonly count: number, stop(): void }}
 */
export function startBusyLoops(runtime, wanted = os.availableParallelism()) {
  const loops = Array.from({ length: wanted }, () =>
    // A loop without its parent ends, so that an interrupted run leaves nothing behind.
    spawn(
      runtime,
      [
        "-e",
        "for (;;) { for (let n = 0; n < 1e8; n++); try { process.kill(process.ppid, 0) } catch { break } if (process.ppid === 1) break }",
      ],
      {
        stdio: "ignore",
      },
    ),
  );
  return {
    count: loops.length,
    stop() {
      for (const loop of loops) loop.kill("SIGKILL");
    },
  };
}
