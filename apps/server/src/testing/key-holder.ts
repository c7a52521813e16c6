// Claims the given key and never replies: a test kills it during its work.
import { systemClock } from "../platform/clock/system-clock.ts";
import { realTimers } from "../platform/clock/timers.ts";
import { APP_ROLE, openDatabase } from "../platform/db/database.ts";
import { createIdempotencyStore } from "../platform/http/idempotency.store.pg.ts";
import { createIdempotentRunner } from "../platform/http/idempotency.ts";
import { createLogger } from "../platform/log/logger.ts";
import { isOwnerDead, ownName } from "../platform/process/worker-session.ts";

const [url = "", userId = "", key = "", hash = ""] = process.argv.slice(2);
const database = openDatabase(url, { max: 1, role: APP_ROLE, onError: () => {} });
const once = createIdempotentRunner({
  store: createIdempotencyStore(database),
  owner: ownName(),
  isOwnerDead,
  clock: systemClock,
  timers: realTimers,
  log: createLogger("silent"),
});
await once({ userId, key, hash: Buffer.from(hash, "hex") }, () => {
  process.stdout.write("at work\n");
  return new Promise(() => setInterval(() => undefined, 60_000));
});
