import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aSubscription, aUser } from "../testing/account.fixture.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../testing/render-site.tsx";
import { personKey } from "./person-storage.ts";
import { useSession } from "./session.tsx";
import { subscriptionOf } from "./session-store.ts";

preparePageTests();
const server = provideApiServer();

function Who() {
  const session = useSession();
  return (
    <p data-testid="who">
      {session.kind === "user" ? session.user.name : session.kind}, {subscriptionOf(session).status}
    </p>
  );
}
const who = () => screen.getByTestId("who").textContent;
const open = (onSubscriptionFault?: () => void) =>
  renderSite({ at: "/", pages: { "/": Who }, ...(onSubscriptionFault ? { onSubscriptionFault } : {}) });

describe("the session on a page", () => {
  it("is a visitor's at once without the mark, and no request is made", async () => {
    open();
    await waitFor(() => expect(who()).toBe("visitor, inactive"));
    expect(server.calls()).toHaveLength(0);
  });

  it("[A4.1, A6.5] is read when the storage has a bearer token", async () => {
    localStorage.setItem("token", "t0k");
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { body: aSubscription() });
    open();
    await waitFor(() => expect(who()).toBe("Asha Rao, active"));
  });

  it("[A8.1] logs an exception as 'Auth check failed:' and shows nothing", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    markSignedIn();
    server.answer("GET /auth/profile", { isCutOff: true });
    open();
    await waitFor(() => expect(who()).toBe("visitor, inactive"));
    expect(log).toHaveBeenCalledWith("Auth check failed:", expect.anything());
    expect(screen.getByRole("alert").textContent).toBe("");
    log.mockRestore();
  });

  it("[A4.2] reads the subscription again when the window regains focus", async () => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { body: aSubscription({ status: "inactive" }) });
    open();
    await waitFor(() => expect(who()).toBe("Asha Rao, inactive"));
    server.answer("GET /algorithm/subscription", { body: aSubscription() });
    fireEvent.focus(window);
    await waitFor(() => expect(who()).toBe("Asha Rao, active"));
  });

  it("[A8.7] shows a toast when the subscription cannot be read", async () => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { status: 503, body: { detail: "x", code: "busy" } });
    const onFault = vi.fn();
    open(onFault);
    await waitFor(() => expect(onFault).toHaveBeenCalledOnce());
    expect(who()).toBe("Asha Rao, inactive");
  });

  it("[A6.5] names its person in the calls of the page, and none when it reads the session", async () => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { body: aSubscription() });
    open();
    await waitFor(() => expect(who()).toBe("Asha Rao, active"));
    const named = (route: string) => server.calls(route).map(({ headers }) => headers["x-user-id"]);
    expect(named("GET /algorithm/subscription")).toEqual([aUser().id]);
    expect(named("GET /auth/profile")).toEqual([undefined]);
  });

  it("[A6.5] switches to the user who has signed in since when the server refuses the name", async () => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { body: aSubscription() });
    open();
    await waitFor(() => expect(who()).toBe("Asha Rao, active"));
    const other = aUser({ id: "7d0a5a77-59d6-4f70-8c1e-d0b0b1f3a4c2", name: "Vihaan Gupta" });
    server.answer("GET /auth/profile", { body: other });
    server.answer("GET /algorithm/subscription", { status: 403, body: { detail: "x", code: "wrong_user" } });
    fireEvent.focus(window);
    await waitFor(() => expect(who()).toContain("Vihaan Gupta"));
    await waitFor(() =>
      expect(server.calls("GET /algorithm/subscription").at(-1)?.headers["x-user-id"]).toBe(other.id),
    );
  });

  describe("[B4.7] and the browser's data of its user", () => {
    const key = personKey(aUser().id, "note");
    const openWithNote = async () => {
      localStorage.setItem(key, "1");
      open();
      await waitFor(() => expect(who()).toBe("visitor, inactive"));
    };

    it("is removed when the server ends the session", async () => {
      markSignedIn();
      server.answer("GET /auth/profile", { status: 401, body: { detail: "x", code: "unauthorised" } });
      await openWithNote();
      expect(localStorage.getItem(key)).toBeNull();
    });

    it("leaves when there is no session", async () => {
      await openWithNote();
      expect(localStorage.getItem(key)).toBeNull();
    });

    it.each([
      ["was cut off", { isCutOff: true as const }],
      ["met a busy server", { status: 503, body: { detail: "x", code: "busy" } }],
    ])("is kept where the request %s: the user may still be signed in", async (_, answer) => {
      const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
      markSignedIn();
      server.answer("GET /auth/profile", answer);
      await openWithNote();
      expect(localStorage.getItem(key)).toBe("1");
      log.mockRestore();
    });
  });
});
