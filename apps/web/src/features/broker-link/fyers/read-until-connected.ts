const READS_MAX = 3;
const PAUSE_MS = 1_000;

const wait = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));

/** B4.8: the status is read up to 3 times, 1 s apart. A failed read counts as "not yet". */
export async function readUntilConnected(
  isConnected: () => Promise<boolean>,
  pause: (durationMs: number) => Promise<void> = wait,
): Promise<boolean> {
  for (let read = 1; read <= READS_MAX; read += 1) {
    if (await isConnected().catch(() => false)) return true;
    if (read < READS_MAX) await pause(PAUSE_MS);
  }
  return false;
}
