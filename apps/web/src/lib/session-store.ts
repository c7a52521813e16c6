import type { UserReply } from "@vriddhi/contract/account";
import type { SubscriptionReply } from "@vriddhi/contract/subscription";
import { type Api, ApiError } from "./api.ts";

export type Subscription = Omit<SubscriptionReply, "user_id">;

export type Session =
  | { readonly kind: "loading" }
  /** `hasEnded` distinguishes a session that ended while the page was open from a visitor. */
  | { readonly kind: "visitor"; readonly hasEnded: boolean }
  | {
      readonly kind: "user";
      readonly user: UserReply;
      readonly subscription: Subscription;
      /** `false` until the server has answered once: decisions by the subscription wait for it. */
      readonly isSubscriptionKnown: boolean;
      /** Status of the last failed read, 0 without an answer; `null` after a good one. */
      readonly subscriptionFault: number | null;
    };

export const noSubscription: Subscription = {
  id: null,
  plan: null,
  start_date: null,
  end_date: null,
  is_active: false,
  payment_id: null,
  has_subscription: false,
  days_remaining: 0,
  hours_remaining: 0,
  status: "inactive",
  capital_upper_band: null,
  running: null,
  following: [],
  pending_payment: null,
};

/** A4.2, A6.4: on screen a blog admin counts as subscribed; the server still decides about trading. */
const blogAdminSubscription: Subscription = {
  ...noSubscription,
  is_active: true,
  has_subscription: true,
  status: "active",
};

export const loadingSession: Session = { kind: "loading" };

export const subscriptionOf = (session: Session): Subscription =>
  session.kind === "user" ? session.subscription : noSubscription;

export const hasActiveSubscription = (session: Session): boolean => subscriptionOf(session).status === "active";

export const landingPath = (session: Session): string =>
  hasActiveSubscription(session) ? "/algorithm/dashboard" : "/algorithm";

/** The browser's marker of a session, without any secret. */
export interface SignInMark {
  isSet(): boolean;
  clear(): void;
}

export type TabChannel = Pick<BroadcastChannel, "postMessage" | "onmessage">;
type TabMessage = "signed_in" | "signed_out";

export interface SessionStore {
  get(): Session;
  subscribe(listener: () => void): () => void;
  /** A4.1: reads the session; never rejects. */
  check(): Promise<void>;
  /** A4.2: after a payment and whenever the window gets the focus; never rejects. */
  refresh(): Promise<void>;
  /** The server has just started a session for `user`. */
  enter(user: UserReply): Promise<void>;
  /** Rejects when the server could not be reached. */
  leave(): Promise<void>;
}

export interface SessionStoreDeps {
  readonly api: Api;
  readonly mark: SignInMark;
  readonly tabs: TabChannel | null;
  readonly onSubscriptionFault: () => void;
  readonly onCheckFault: (cause: unknown) => void;
}

/** The server answered with a refusal; anything else is an exception. A8.1 */
const isRefusal = (cause: unknown): cause is ApiError => cause instanceof ApiError && cause.status >= 400;
const isSignedOut = (cause: unknown): boolean => isRefusal(cause) && cause.status === 401;
/** A6.5: the session belongs to another user by now. */
const isWrongUser = (cause: unknown): boolean => isRefusal(cause) && cause.code === "wrong_user";

function createSessionCell() {
  let session = loadingSession;
  const listeners = new Set<() => void>();
  /** Answers to requests from before the last change of user are dropped. */
  let turn = 0;
  const set = (next: Session): void => {
    session = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => session,
    turn: () => turn,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setVisitor(hasEnded: boolean) {
      turn += 1;
      set({ kind: "visitor", hasEnded });
    },
    setUser(user: UserReply) {
      turn += 1;
      const isSamePerson = session.kind === "user" && session.user.id === user.id;
      if (session.kind === "user" && isSamePerson) set({ ...session, user });
      else {
        const unknown = { subscription: noSubscription, isSubscriptionKnown: false, subscriptionFault: null };
        set({ kind: "user", user, ...unknown });
      }
    },
    setSubscription(subscription: Subscription, subscriptionFault: number | null = null) {
      if (session.kind === "user") set({ ...session, subscription, isSubscriptionKnown: true, subscriptionFault });
    },
  };
}
type SessionCell = ReturnType<typeof createSessionCell>;

async function readSubscription(cell: SessionCell, deps: SessionStoreDeps): Promise<void> {
  const session = cell.get();
  if (session.kind !== "user") return;
  if (session.user.role === "blog_admin") return cell.setSubscription(blogAdminSubscription);
  const asked = cell.turn();
  try {
    const { user_id: _, ...subscription } = await deps.api("GET", "/algorithm/subscription");
    if (asked === cell.turn()) cell.setSubscription(subscription);
  } catch (cause) {
    if (asked !== cell.turn()) return;
    if (isWrongUser(cause)) return turnFrom(session.user.id, cell, deps);
    loseSubscription(cell, deps, cause);
  }
}

/** Reads the session and its subscription, unless the user is still the same. */
async function turnFrom(before: string, cell: SessionCell, deps: SessionStoreDeps): Promise<void> {
  await readProfile(cell, deps);
  const now = cell.get();
  if (now.kind === "user" && now.user.id !== before) await readSubscription(cell, deps);
}

function loseSubscription(cell: SessionCell, deps: SessionStoreDeps, cause: unknown): void {
  if (isSignedOut(cause)) {
    deps.mark.clear();
    cell.setVisitor(true);
  } else {
    cell.setSubscription(noSubscription, cause instanceof ApiError ? cause.status : 0);
    deps.onSubscriptionFault();
  }
}

async function readProfile(cell: SessionCell, deps: SessionStoreDeps): Promise<void> {
  const wasUser = cell.get().kind === "user";
  if (!deps.mark.isSet()) return cell.setVisitor(wasUser);
  const asked = cell.turn();
  try {
    const user = await deps.api("GET", "/auth/profile");
    if (asked === cell.turn()) cell.setUser(user);
  } catch (cause) {
    if (asked !== cell.turn()) return;
    if (!isRefusal(cause)) deps.onCheckFault(cause);
    if (isSignedOut(cause)) deps.mark.clear();
    cell.setVisitor(wasUser);
  }
}

export function createSessionStore(deps: SessionStoreDeps): SessionStore {
  const { api, mark, tabs } = deps;
  const cell = createSessionCell();
  const check = async (): Promise<void> => {
    await readProfile(cell, deps);
    await readSubscription(cell, deps);
  };
  const broadcast = (message: TabMessage): void => tabs?.postMessage(message);
  if (tabs !== null) {
    tabs.onmessage = ({ data }: MessageEvent<TabMessage>) =>
      data === "signed_in" ? check() : cell.setVisitor(cell.get().kind === "user");
  }
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    check,
    async refresh() {
      const { kind } = cell.get();
      if (kind === "user") await readSubscription(cell, deps);
      // The last check failed on the way, not at the server: retry.
      else if (kind === "visitor" && mark.isSet()) await check();
    },
    async enter(user) {
      cell.setUser(user);
      broadcast("signed_in");
      await readSubscription(cell, deps);
    },
    async leave() {
      await api("POST", "/auth/logout").catch((cause: unknown) => {
        // A session that is gone, as after a deletion, is signed out.
        if (!isSignedOut(cause)) throw cause;
      });
      mark.clear();
      cell.setVisitor(false);
      broadcast("signed_out");
    },
  };
}
