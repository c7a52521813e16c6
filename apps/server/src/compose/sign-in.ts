import type { KnownDevices } from "../features/account/known-devices.ts";
import type { SessionService } from "../features/session/session.service.ts";
import type { SubscriptionService } from "../features/subscription/subscription.service.ts";
import { presentUser } from "../platform/http/present-user.ts";
import type { SignIn } from "../platform/http/sign-in.ts";

/** The single sign-in path of password, passkey and Google. */
export const createSignIn =
  (sessions: SessionService, subscriptions: SubscriptionService, devices: KnownDevices): SignIn =>
  async (person, { from, session, cookies, caller }, isRemembered, by) => {
    if (caller) await sessions.end(caller, from.ip);
    const started = await sessions.start(person.id, from, isRemembered, by);
    session.start(started.token, started.maxAgeMs);
    devices.remember(cookies, person.id);
    return { user: presentUser(person, await subscriptions.runningOf(person.id)) };
  };
