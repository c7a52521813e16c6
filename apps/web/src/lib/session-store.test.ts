import { afterEach, describe, expect, it, vi } from "vitest";
import { aSubscription, aUser } from "../testing/account.fixture.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { api } from "./api.ts";
import { createSessionStore, hasActiveSubscription, landingPath, subscriptionOf } from "./session-store.ts";

const server = provideApiServer();
const channels: BroadcastChannel[] = [];
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

function openTab({ isMarked = true, tabs = null as BroadcastChannel | null } = {}) {
  const mark = { isSet: vi.fn(() => isMarked), clear: vi.fn() };
  const onSubscriptionFault = vi.fn();
  const onCheckFault = vi.fn();
  const store = createSessionStore({ api, mark, tabs, onSubscriptionFault, onCheckFault });
  return { store, mark, onSubscriptionFault, onCheckFault };
}

function openChannel(): BroadcastChannel {
  const channel = new BroadcastChannel(`test-${server.baseUrl()}`);
  channels.push(channel);
  return channel;
}

const signedIn = () => {
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
};
const refusal = { status: 401, body: { detail: "Please log in.", code: "not_signed_in" } };

describe("the profile check", () => {
  it("[A4.1] is loading until the answer, then has the user", async () => {
    signedIn();
    const { store } = openTab();
    expect(store.get()).toEqual({ kind: "loading" });
    await store.check();
    expect(store.get()).toMatchObject({ kind: "user", user: aUser() });
  });

  it("[A4.1, A8.1] treats a refusal as a visitor, silently", async () => {
    server.answer("GET /auth/profile", refusal);
    const { store, mark, onCheckFault, onSubscriptionFault } = openTab();
    await store.check();
    expect(store.get()).toEqual({ kind: "visitor", hasEnded: false });
    expect(mark.clear).toHaveBeenCalled();
    expect(onCheckFault).not.toHaveBeenCalled();
    expect(onSubscriptionFault).not.toHaveBeenCalled();
  });

  it("[A4.1, A8.1] treats a network failure as a visitor and reports the exception", async () => {
    server.answer("GET /auth/profile", { isCutOff: true });
    const { store, onCheckFault } = openTab();
    await store.check();
    expect(store.get()).toEqual({ kind: "visitor", hasEnded: false });
    expect(onCheckFault).toHaveBeenCalledOnce();
  });

  it("sends no request where nothing says that there is a session", async () => {
    const { store } = openTab({ isMarked: false });
    await store.check();
    expect(store.get().kind).toBe("visitor");
    expect(server.calls()).toHaveLength(0);
  });

  it("retries once the connection is back", async () => {
    server.answer("GET /auth/profile", { isCutOff: true });
    const { store } = openTab();
    await store.check();
    signedIn();
    await store.refresh();
    expect(store.get().kind).toBe("user");
  });
});

describe("the subscription", () => {
  it("[A4.2] starts inactive and is set from the server", async () => {
    signedIn();
    const { store } = openTab();
    expect(subscriptionOf(store.get())).toMatchObject({ status: "inactive", has_subscription: false });
    const entering = store.enter(aUser());
    expect(store.get()).toMatchObject({ isSubscriptionKnown: false, subscription: { status: "inactive" } });
    await entering;
    expect(store.get()).toMatchObject({
      isSubscriptionKnown: true,
      subscription: { status: "active", plan: "MONTHLY" },
    });
  });

  it("[A4.2] is inactive for a logged-out user, without a call", async () => {
    const { store } = openTab({ isMarked: false });
    await store.check();
    await store.refresh();
    expect(subscriptionOf(store.get())).toMatchObject({ status: "inactive", has_subscription: false });
    expect(server.calls("GET /algorithm/subscription")).toHaveLength(0);
  });

  it("[A4.2, A6.4, B6.3] is forced to active for a blog admin, without a call", async () => {
    server.answer("GET /auth/profile", { body: aUser({ role: "blog_admin" }) });
    const { store } = openTab();
    await store.check();
    expect(subscriptionOf(store.get())).toMatchObject({ status: "active", has_subscription: true });
    expect(server.calls("GET /algorithm/subscription")).toHaveLength(0);
  });

  it("[A8.7] is reset to inactive with a toast when it cannot be read", async () => {
    signedIn();
    const { store, onSubscriptionFault } = openTab();
    await store.check();
    expect(hasActiveSubscription(store.get())).toBe(true);
    server.answer("GET /algorithm/subscription", { status: 500, body: { detail: "x", code: "internal" } });
    await store.refresh();
    expect(store.get()).toMatchObject({ kind: "user", subscription: { status: "inactive", has_subscription: false } });
    expect(store.get()).toMatchObject({ subscriptionFault: 500 });
    expect(onSubscriptionFault).toHaveBeenCalledOnce();
    server.answer("GET /algorithm/subscription", { body: aSubscription() });
    await store.refresh();
    expect(store.get()).toMatchObject({ subscription: { status: "active" }, subscriptionFault: null });
  });

  it("[A2.2] decides the landing page of a signed-in user", async () => {
    signedIn();
    const { store } = openTab();
    await store.check();
    expect(landingPath(store.get())).toBe("/algorithm/dashboard");
    server.answer("GET /algorithm/subscription", { body: aSubscription({ status: "expired" }) });
    await store.refresh();
    expect(landingPath(store.get())).toBe("/algorithm");
  });
});

describe("the end of a session", () => {
  it("ends when the server no longer knows it", async () => {
    signedIn();
    const { store, mark, onSubscriptionFault } = openTab();
    await store.check();
    server.answer("GET /algorithm/subscription", refusal);
    await store.refresh();
    expect(store.get()).toEqual({ kind: "visitor", hasEnded: true });
    expect(mark.clear).toHaveBeenCalled();
    expect(onSubscriptionFault).not.toHaveBeenCalled();
  });

  it("[A7.4] is requested from the server first", async () => {
    signedIn();
    server.answer("POST /auth/logout", { body: { message: "ok" } });
    const { store } = openTab();
    await store.check();
    await store.leave();
    expect(store.get()).toEqual({ kind: "visitor", hasEnded: false });
    expect(server.calls("POST /auth/logout")).toHaveLength(1);
  });

  it("is not an expired session when the account was deleted before", async () => {
    signedIn();
    server.answer("POST /auth/logout", { status: 401, body: { detail: "Not signed in", code: "unauthenticated" } });
    const { store, mark } = openTab();
    await store.check();
    await store.leave();
    expect(store.get()).toEqual({ kind: "visitor", hasEnded: false });
    expect(mark.clear).toHaveBeenCalled();
  });

  it("does not happen when the server cannot be reached", async () => {
    signedIn();
    server.answer("POST /auth/logout", { isCutOff: true });
    const { store } = openTab();
    await store.check();
    await expect(store.leave()).rejects.toThrow();
    expect(store.get().kind).toBe("user");
  });

  it("is not undone by a late answer", async () => {
    signedIn();
    server.answer("GET /auth/profile", { body: aUser(), delayMs: 150 });
    server.answer("POST /auth/logout", { body: { message: "ok" } });
    const { store } = openTab();
    const checking = store.check();
    await store.leave();
    await checking;
    expect(store.get().kind).toBe("visitor");
  });
});

describe("two tabs", () => {
  it("sign in and out together", async () => {
    signedIn();
    server.answer("POST /auth/logout", { body: { message: "ok" } });
    const here = openTab({ tabs: openChannel() }).store;
    const there = openTab({ tabs: openChannel() }).store;
    await here.enter(aUser());
    await vi.waitFor(() => expect(there.get().kind).toBe("user"));
    await here.leave();
    await vi.waitFor(() => expect(there.get()).toEqual({ kind: "visitor", hasEnded: true }));
  });
});
