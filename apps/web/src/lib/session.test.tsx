import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aSubscription, aUser } from "../testing/account.fixture.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../testing/render-site.tsx";
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

  it("[A4.1, A6.5] is asked for when a bearer token lies in the storage", async () => {
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

  it("[A8.7] tells when the subscription cannot be read", async () => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { status: 503, body: { detail: "x", code: "busy" } });
    const onFault = vi.fn();
    open(onFault);
    await waitFor(() => expect(onFault).toHaveBeenCalledOnce());
    expect(who()).toBe("Asha Rao, inactive");
  });
});
