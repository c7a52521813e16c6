import { isProofFresh } from "@vriddhi/core/account/session-rules";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Caller, From, Handlers } from "../../platform/http/handler.ts";
import type { Entry, SignIn } from "../../platform/http/sign-in.ts";
import type { TooMany } from "../../platform/limits/too-many.ts";
import { ATTEMPT_LIFE_MS, type GoogleService, type Recognised } from "./google.service.ts";

const ATTEMPT_COOKIE = "google_attempt";
/** Between Google's answer and the user's missing proof. */
const TICKET_COOKIE = "google_ticket";

export interface GoogleRoutesDeps {
  readonly service: GoogleService;
  readonly clock: HumanClock;
  readonly letIn: SignIn;
  confirmPassword(userId: string, password: string): Promise<Result<void, "wrong_password" | TooMany | "busy">>;
  checkSecondFactor(
    userId: string,
    code: string | undefined,
    from: From,
  ): Promise<Result<void, "totp_required" | "totp_wrong" | TooMany>>;
}

interface Arrival extends Entry {
  readonly caller: Caller | null;
}

export function googleHandlers(
  deps: GoogleRoutesDeps,
): Handlers<"startGoogle" | "finishGoogle" | "confirmGoogle" | "unlinkGoogle"> {
  const { service, clock, letIn } = deps;

  async function enter(recognised: Recognised, arrival: Arrival) {
    const linked = recognised.isLinked ? ok(recognised.user) : await service.link(recognised, arrival.from);
    if (!linked.ok) return linked;
    const entered = await letIn(linked.value, arrival, true, "google");
    arrival.cookies.drop(ATTEMPT_COOKIE);
    return ok(entered);
  }

  /** A user with a recent proof who is signed in to this very account links it without another question. */
  const isProved = ({ user }: Recognised, caller: Caller | null): boolean =>
    caller !== null && caller.userId === user.id && isProofFresh(caller.provedAt, clock.now());

  /** The first link of an account needs its password. */
  async function confirmLink(
    { user, isLinked }: Recognised,
    password: string | undefined,
  ): Promise<Result<void, "google_link_unproved" | "wrong_password" | TooMany | "busy">> {
    if (isLinked) return ok(undefined);
    return password === undefined ? err("google_link_unproved") : deps.confirmPassword(user.id, password);
  }

  return {
    async startGoogle({ cookies }) {
      const started = await service.start();
      if (!started.ok) return started;
      cookies.put(ATTEMPT_COOKIE, started.value.cookie, ATTEMPT_LIFE_MS);
      return ok({ auth_url: started.value.authUrl });
    },
    async finishGoogle({ query, from, session, cookies, caller }) {
      const finished = await service.finish(cookies.read(ATTEMPT_COOKIE), query, from.ip, caller);
      if (!finished.ok) {
        cookies.drop(ATTEMPT_COOKIE);
        return finished;
      }
      const recognised = finished.value;
      if (isProved(recognised, caller)) return enter(recognised, { from, session, cookies, caller });
      if (!recognised.isLinked) {
        cookies.put(TICKET_COOKIE, service.toTicket(recognised), ATTEMPT_LIFE_MS);
        return err("google_link_unproved");
      }
      const second = await deps.checkSecondFactor(recognised.user.id, undefined, from);
      if (second.ok) return enter(recognised, { from, session, cookies, caller });
      cookies.put(TICKET_COOKIE, service.toTicket(recognised), ATTEMPT_LIFE_MS);
      return err("totp_required");
    },
    async confirmGoogle({ body, from, session, cookies, caller }) {
      const recognised = await service.readTicket(cookies.read(TICKET_COOKIE));
      if (!recognised) return err("google_failed");
      const confirmed = await confirmLink(recognised, body.password);
      if (!confirmed.ok) return confirmed;
      const second = await deps.checkSecondFactor(recognised.user.id, body.totp, from);
      if (!second.ok) return second;
      const entered = await enter(recognised, { from, session, cookies, caller });
      if (entered.ok) cookies.drop(TICKET_COOKIE);
      return entered;
    },
    async unlinkGoogle({ caller, from }) {
      const unlinked = await service.unlink(caller, from);
      return unlinked.ok ? ok({ message: "Google no longer opens this account" }) : unlinked;
    },
  };
}
