import { rootsOf } from "./database-outage.ts";

const DEADLOCK = "40P01";
/** PostgreSQL's own word when two connections change the rights of one table or role at the same moment. */
const CHANGED_MEANWHILE = /tuple concurrently (updated|deleted)/;
const TRIES_MAX = 10;

const isRace = ({ code, message }: { code?: unknown; message?: unknown }): boolean =>
  code === DEADLOCK || CHANGED_MEANWHILE.test(String(message));

/** Two waited for each other, and the database gave this one up: nothing of it is left, and it may begin again. */
export const isLostRace = (error: unknown): boolean => rootsOf(error).some(isRace);

/** The product goes on meanwhile and may hold what this work wants, in another order: then the work begins again. */
export async function evenIfBusy(work: () => Promise<unknown>, triesLeft = TRIES_MAX): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (triesLeft === 1 || !isLostRace(cause)) throw cause;
    await evenIfBusy(work, triesLeft - 1);
  }
}
