import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import type { KnownDevices } from "../features/account/known-devices.ts";
import type { SessionService } from "../features/session/session.service.ts";
import type { SubscriptionService } from "../features/subscription/subscription.service.ts";
import { toTimestamp } from "../platform/db/instant.ts";
import type { LetIn } from "../platform/http/entrance.ts";

/** The one way in, whether by password, passkey or Google. */
export const createLetIn =
  (sessions: SessionService, subscriptions: SubscriptionService, devices: KnownDevices): LetIn =>
  async ({ id, name, email, role, dob, createdAt }, { from, session, cookies, caller }, isRemembered, by) => {
    if (caller) await sessions.end(caller, from.ip);
    const started = await sessions.start(id, from, isRemembered, by);
    session.start(started.token, started.maxAgeMs);
    devices.remember(cookies, id);
    const running = await subscriptions.runningOf(id);
    const plan = running?.plan ?? null;
    const capital_upper_band = running && running.band / PAISE_PER_RUPEE;
    return { user: { id, name, email, role, plan, capital_upper_band, dob, created_at: toTimestamp(createdAt) } };
  };
