import { fireEvent, screen } from "@testing-library/react";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { readinessReasons } from "@vriddhi/core/readiness/readiness-reason";
import { beforeEach, describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { readinessTexts } from "./readiness.texts.ts";
import { ReadinessCard } from "./readiness-card.tsx";

preparePageTests();
const server = provideApiServer();
const PATH = "GET /brokers/readiness";

const account = (broker: BrokerName, reason: string | null = null, more: object = {}) => ({
  broker,
  is_ready: reason === null,
  reason,
  detail: reason === null ? null : `What to do about ${reason}.`,
  broker_said: null,
  action: reason === null ? null : { label: "Connect", path: `/tab/${broker}` },
  session_expires_at: reason === null ? "2026-11-17T00:30:00.000Z" : null,
  ...more,
});
const answer = (...brokers: object[]) =>
  server.answer(PATH, { body: { trading_day: "2026-11-16", checked_at: "2026-11-16T03:22:00.000Z", brokers } });

function open(only?: BrokerName) {
  const Page = () => (
    <QueryProvider>
      <ReadinessCard {...(only && { only })} connectionPath={(broker) => `/tab/${broker}`} />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": Page } });
}
const heading = () => screen.findByRole("heading", { name: "Readiness for 16 Nov 2026" });
beforeEach(() => answer(account("zerodha"), account("fyers", "login_needed")));

describe("the readiness of linked accounts", () => {
  it("is shown for each account, in the order in which brokers are tried", async () => {
    open();
    await heading();
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "FyersNot readyWhat to do about login_needed.Connect",
      "ZerodhaReadyEverything is in place. The session lasts until 17 Nov 2026, 6:00 AM IST.",
    ]);
    expect(screen.getByRole("link", { name: "Connect: Fyers" }).getAttribute("href")).toBe("/tab/fyers");
    expect(screen.getByText("Funds checked at 8:52 AM")).toBeDefined();
  });

  it("speaks of one account on its own tab, where the form is beside it", async () => {
    open("fyers");
    await heading();
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("links from its own tab to the place where the reason is fixed", async () => {
    answer(account("fyers", "egress_missing", { action: { label: "See the address", path: "/tab/fyers" } }));
    open("fyers");
    await heading();
    expect(screen.getByRole("link", { name: "See the address: Fyers" }).getAttribute("href")).toBe(
      "/tab/fyers#static-address",
    );
  });

  it("has no button where there is nothing to do", async () => {
    answer(account("fyers", "broker_unavailable", { action: null }));
    open();
    await heading();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("does not warn of automatic steps", async () => {
    answer(account("angelone", "connects_by_itself", { action: null }), account("fyers", "login_needed"));
    open();
    await heading();
    expect(screen.getByText(readinessTexts.notYet)).toBeDefined();
    expect(screen.getByText(readinessTexts.notReady)).toBeDefined();
  });

  it("quotes the broker's own message for a refused login", async () => {
    answer(account("angelone", "credentials_refused", { broker_said: "Invalid totp" }));
    open();
    await heading();
    expect(screen.getByText("Invalid totp").tagName).toBe("Q");
    expect(screen.getByText(/^Angel One says:/)).toBeDefined();
  });

  it("does not repeat a message that the sentence contains", async () => {
    answer(
      account("angelone", "credentials_refused", { detail: "It said: Invalid totp", broker_said: "Invalid totp" }),
    );
    open();
    await heading();
    expect(screen.queryByText(/^Angel One says:/)).toBeNull();
  });

  it("shows nothing on the tab of an unlinked account, and says so where all are listed", async () => {
    answer();
    open("fyers");
    await expect.poll(() => screen.queryByText(readinessTexts.loading)).toBeNull();
    expect(screen.queryByRole("heading")).toBeNull();
    open();
    await heading();
    expect(screen.getByText(readinessTexts.none)).toBeDefined();
  });

  it.each(readinessReasons)("gives the server's sentence for %s", async (reason) => {
    answer(account("angelone", reason));
    open();
    await heading();
    expect(screen.getByText(`What to do about ${reason}.`)).toBeDefined();
  });

  it("can be retried when it could not be read", async () => {
    server.answer(PATH, { status: 404, body: { detail: "", code: "not_found" } });
    open();
    await screen.findByText(readinessTexts.failed);
    answer(account("zerodha"));
    fireEvent.click(screen.getByRole("button", { name: readinessTexts.retry }));
    await heading();
  });
});
