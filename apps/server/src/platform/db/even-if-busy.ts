import { rootsOf } from "./database-outage.ts";

const DEADLOCK = "40P01";
/** PostgreSQL's error when two connections change the rights of one table or role at once. */
const CHANGED_MEANWHILE = /tuple concurrently (updated|deleted)/;
const TRIES_MAX = 10;

const isRace = ({ code, message }: { code?: unknown; message?: unknown }): boolean =>
  code === DEADLOCK || CHANGED_MEANWHILE.test(String(message));

/** A deadlock or serialization failure that the database rolled back: safe to retry. */
export const isLostRace = (error: unknown): boolean => rootsOf(error).some(isRace);

export async function evenIfBusy(work: () => Promise<unknown>, triesLeft = TRIES_MAX): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (triesLeft === 1 || !isLostRace(cause)) throw cause;
    await evenIfBusy(work, triesLeft - 1);
  }
}
