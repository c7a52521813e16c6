import { fireEvent, screen, waitFor } from "@testing-library/react";
import { judgeRoundTrip } from "@vriddhi/core/charges/charges";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { paise } from "@vriddhi/core/shared/money";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatSignedPaise } from "../../lib/format.ts";
import { QueryProvider } from "../../lib/query.tsx";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { aDayWithTrade, aRun, someRuns } from "../../testing/trading-day.fixture.ts";
import { approvalTexts as texts } from "./approval.texts.ts";
import { ApprovalHost } from "./approval-host.tsx";
import { type Offer, outcomeOf } from "./approval-model.ts";
import { ApprovalSheet } from "./approval-sheet.tsx";
import { ApprovePage } from "./approve-page.tsx";

preparePageTests();
const server = provideApiServer();
const TAG = "ENTRY0000000001";
const TOKEN = "a".repeat(43);
const LINK = "GET /approvals/by-link";
const TAP = `POST /approvals/${TAG}`;

/** Longer than any test: a test about the deadline sets its own. */
const LEFT_MS = 3_600_000;

const anOffer = (changes: Partial<Offer> = {}): Offer => ({
  tag: TAG,
  broker: "zerodha",
  symbol: "SBIN",
  side: "buy",
  quantity: 35,
  limit_paise: 81_260,
  sentence: "Buy 35 SBIN for no more than ₹812.60 each.",
  reason: "SBIN broke its 15-minute high of ₹811.40 on 2.1 × its usual volume.",
  stop_paise: 80_560,
  target_paise: 82_660,
  guard_paise: 81_340,
  price_paise: 81_230,
  offered_at: new Date().toISOString(),
  until: new Date(Date.now() + LEFT_MS).toISOString(),
  left_ms: LEFT_MS,
  answer: null,
  order: null,
  ...changes,
});

const isDeaf = () => screen.getByRole("button", { name: texts.approve }).hasAttribute("data-deaf");
const tap = async (name: string) => {
  await expect.poll(isDeaf, { timeout: 60_000 }).toBe(false);
  fireEvent.click(screen.getByRole("button", { name }));
};

afterEach(() => {
  window.location.hash = "";
  vi.useRealTimers();
});

function openHost() {
  const Page = () => (
    <QueryProvider>
      <ApprovalHost killSwitch={<button type="button">Stop everything</button>} />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": Page } });
}

describe("the approval sheet on an open page", () => {
  beforeEach(() => {
    const zerodha = aRun({ status: "running", approval_mode: "manual" });
    server.answer("GET /algorithm/all-status", { body: someRuns({ zerodha }) });
    server.answer("GET /approvals", { body: { offers: [anOffer()] } });
  });

  it("[B1.1] opens automatically with reason, limit, planned risk, price guard and the seconds that are left", async () => {
    openHost();
    expect(await screen.findByRole("heading", { name: "Buy 35 SBIN" })).toBeDefined();
    expect(screen.getByText(/broke its 15-minute high of ₹811.40/)).toBeDefined();
    expect(screen.getByText("₹812.60")).toBeDefined();
    const trip = { quantity: 35, buyPrice: paise(81_260), sellPrice: paise(80_560) };
    expect(screen.getByText(formatSignedPaise(judgeRoundTrip(trip, tariffOf("zerodha")).net))).toBeDefined();
    expect(screen.queryByText("−₹245.00")).toBeNull();
    expect(screen.getByText("₹813.40")).toBeDefined();
    expect(screen.getByRole("timer").getAttribute("aria-label")).toMatch(/^3[56]\d\d seconds left$/);
    expect(screen.getByText(texts.silence)).toBeDefined();
    expect(screen.getByRole("button", { name: "Stop everything" })).toBeDefined();
  });

  it("ignores a tap that was meant for the page below", () => {
    const decide = vi.fn();
    const ways = { decide, look: async () => ({ answer: null, order: null }) };
    const Sheet = () => (
      <ApprovalSheet
        offer={anOffer()}
        endsAtMs={Date.now() + LEFT_MS}
        ways={ways}
        heading={(text) => <h1>{text}</h1>}
        onward={null}
      />
    );
    renderSite({ at: "/", pages: { "/": Sheet } });
    fireEvent.click(screen.getByRole("button", { name: texts.approve }));
    expect(decide).not.toHaveBeenCalled();
  });

  it("sends one approval, and shows its outcome", async () => {
    server.answer(TAP, { body: { tag: TAG, answer: "approved", detail: "" } });
    server.answer("GET /algorithm/day", { body: aDayWithTrade() });
    openHost();
    await screen.findByRole("button", { name: texts.approve });
    await tap(texts.approve);
    expect(await screen.findByText(/^Approved with \d+ s left\.$/)).toBeDefined();
    await expect.poll(() => screen.queryByText("Filled 35 of 35 at ₹812.35."), { timeout: 60_000 }).not.toBeNull();
    expect(server.calls(TAP).map(({ body }) => body)).toEqual([{ answer: "approve" }]);
    fireEvent.click(screen.getByRole("button", { name: texts.close }));
    expect(screen.queryByRole("heading", { name: "Buy 35 SBIN" })).toBeNull();
  });

  it("does not call a missing answer of the broker a trade", async () => {
    server.answer(TAP, { body: { tag: TAG, answer: "approved", detail: "" } });
    const day = aDayWithTrade();
    const orders = day.orders.map((order) => ({ ...order, status: "unknown" as const, filled: 0 }));
    server.answer("GET /algorithm/day", { body: { ...day, orders } });
    openHost();
    await screen.findByRole("button", { name: texts.approve });
    await tap(texts.approve);
    await expect.poll(() => screen.queryByText(texts.missing), { timeout: 60_000 }).not.toBeNull();
    expect(screen.getByText(texts.missingBody("Zerodha"))).toBeDefined();
  });

  it("shows the answer of another device of the same user", async () => {
    const day = aDayWithTrade();
    const orders = day.orders.map((order) => ({
      ...order,
      status: "cancelled" as const,
      filled: 0,
      reason: "declined",
    }));
    server.answer("GET /algorithm/day", { body: { ...day, orders } });
    openHost();
    await screen.findByRole("button", { name: texts.approve });
    server.answer("GET /approvals", { body: { offers: [] } });
    expect(await screen.findByText(texts.declined, {}, { timeout: 60_000 })).toBeDefined();
    expect(server.calls(TAP)).toEqual([]);
  });

  it("does not say `approved` of an entry that the kill switch of another device ended", async () => {
    const day = aDayWithTrade();
    const orders = day.orders.map((order) => ({ ...order, status: "expired" as const, filled: 0, reason: "blocked" }));
    server.answer("GET /algorithm/day", { body: { ...day, orders } });
    openHost();
    await screen.findByRole("button", { name: texts.approve });
    server.answer("GET /approvals", { body: { offers: [] } });
    expect(await screen.findByText("Not sent.", {}, { timeout: 60_000 })).toBeDefined();
    expect(screen.queryByText(/Approved/)).toBeNull();
  });

  it("says that nothing was sent when the price passed its guard", async () => {
    server.answer(TAP, { body: { tag: TAG, answer: "price_moved", detail: "" } });
    openHost();
    await screen.findByRole("button", { name: texts.approve });
    await tap(texts.approve);
    expect(await screen.findByText(texts.priceMovedBody(81_340))).toBeDefined();
  });

  it("can be tapped again when the tap did not arrive", async () => {
    server.answer(TAP, { isCutOff: true });
    openHost();
    await screen.findByRole("button", { name: texts.approve });
    await tap(texts.approve);
    expect(await screen.findByText(texts.unanswered)).toBeDefined();
    server.answer(TAP, { body: { tag: TAG, answer: "declined", detail: "" } });
    await tap(texts.decline);
    expect(await screen.findByText(texts.declined)).toBeDefined();
  });

  it("[B1.1] trades nothing when the seconds run out, and says so once the server has", async () => {
    server.answer("GET /approvals", { body: { offers: [anOffer({ left_ms: 600 })] } });
    server.answer("GET /algorithm/day", { status: 503, body: { detail: "", code: "busy" } });
    openHost();
    await screen.findByRole("heading", { name: "Buy 35 SBIN" });
    await expect.poll(() => screen.queryByText(texts.endedBody), { timeout: 60_000 }).not.toBeNull();
    // Another device may have answered: nothing is claimed before the lookup.
    expect(screen.queryByText(texts.lapsedBody)).toBeNull();
    const day = aDayWithTrade();
    const orders = day.orders.map((order) => ({ ...order, reason: "approval_lapsed", status: "expired" as const }));
    server.answer("GET /algorithm/day", { body: { ...day, orders } });
    await expect.poll(() => screen.queryByText(texts.lapsedBody), { timeout: 60_000 }).not.toBeNull();
    expect(server.calls(TAP)).toHaveLength(0);
  });
});

describe("the outcome of a tap without an answer", () => {
  it("[B9.6] is not that nothing was sent, when the time is over", async () => {
    let seen: { answer: "approved" | null; order: Offer["order"] } = { answer: null, order: null };
    const ways = { decide: () => Promise.reject(new Error("no answer")), look: async () => seen };
    const offer = anOffer();
    const Sheet = () => {
      const [endsAtMs, setEnd] = useState(Date.now() + LEFT_MS);
      return (
        <>
          <ApprovalSheet
            offer={offer}
            endsAtMs={endsAtMs}
            ways={ways}
            heading={(text) => <h1>{text}</h1>}
            onward={null}
          />
          <button type="button" onClick={() => setEnd(Date.now())}>
            End it
          </button>
        </>
      );
    };
    renderSite({ at: "/", pages: { "/": Sheet } });
    await tap(texts.approve);
    await screen.findByText(texts.unanswered);
    fireEvent.click(screen.getByRole("button", { name: "End it" }));
    await expect.poll(() => screen.queryByText(texts.unsure), { timeout: 60_000 }).not.toBeNull();
    expect(screen.queryByText(texts.lapsedBody)).toBeNull();
    seen = { answer: "approved", order: { status: "filled", filled: 35, average_price_paise: 81_235, reason: null } };
    await expect.poll(() => screen.queryByText("Filled 35 of 35 at ₹812.35."), { timeout: 60_000 }).not.toBeNull();
  });

  it("explains an order that did not fill", () => {
    const order = { status: "cancelled" as const, filled: 0, average_price_paise: 0, reason: null };
    expect(outcomeOf(anOffer(), "approved", order, null).body).toContain("no seller");
    expect(outcomeOf(anOffer({ side: "sell" }), "approved", order, null).body).toContain("no buyer");
  });
});

describe("the approval sheet behind a link", () => {
  function openLink(token = TOKEN) {
    window.location.hash = token;
    renderSite({ at: "/", pages: { "/": ApprovePage } });
  }

  it("opens without a session, and opening it decides nothing", async () => {
    server.answer(LINK, { body: anOffer() });
    openLink();
    expect(await screen.findByRole("heading", { name: "Buy 35 SBIN" })).toBeDefined();
    expect(server.calls().every(({ route }) => route.startsWith("GET"))).toBe(true);
    expect(screen.queryByRole("button", { name: "Stop everything" })).toBeNull();
  });

  it("decides by one POST and follows its order", async () => {
    server.answer(LINK, { body: anOffer() });
    server.answer("POST /approvals/by-link", { body: { tag: TAG, answer: "approved", detail: "" } });
    openLink();
    await screen.findByRole("button", { name: texts.approve });
    const order = { status: "filled" as const, filled: 35, average_price_paise: 81_235, reason: null };
    server.answer(LINK, { body: anOffer({ answer: "approved", left_ms: 0, order }) });
    await tap(texts.approve);
    await expect.poll(() => screen.queryByText("Filled 35 of 35 at ₹812.35."), { timeout: 60_000 }).not.toBeNull();
    expect(server.calls("POST /approvals/by-link")[0]?.body).toEqual({ token: TOKEN, answer: "approve" });
  });

  it("shows a decision made on another device", async () => {
    server.answer(LINK, { body: anOffer({ answer: "declined", left_ms: 4_000 }) });
    openLink();
    expect(await screen.findByText(texts.declined)).toBeDefined();
    expect(screen.queryByRole("button", { name: texts.approve })).toBeNull();
  });

  it("shows the outcome when another device answered first", async () => {
    server.answer(LINK, { body: anOffer() });
    server.answer("POST /approvals/by-link", { status: 409, body: { detail: "", code: "approval_over" } });
    openLink();
    await screen.findByRole("button", { name: texts.approve });
    server.answer(LINK, { body: anOffer({ answer: "declined" }) });
    await tap(texts.approve);
    expect(await screen.findByText(texts.declined)).toBeDefined();
  });

  it("says when the trade alert is over", async () => {
    server.answer(LINK, { status: 404, body: { detail: "", code: "link_wrong" } });
    openLink();
    expect(await screen.findByRole("heading", { name: texts.wrong })).toBeDefined();
    await waitFor(() => expect(screen.getByRole("link", { name: texts.today })).toBeDefined());
  });
});
