import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { AlertsTab } from "./alerts-tab.tsx";
import type { Notice } from "./notice-queries.ts";

preparePageTests();
const server = provideApiServer();
const LIST = "GET /notifications";
const SEEN = "POST /notifications/seen";

const aNotice = (number: number, more: Partial<Notice> = {}): Notice => ({
  id: `0d1f6a52-5c0e-4b53-8a3c-3f1d7b8b2a${number}`,
  kind: "order_filled",
  title: `An order was filled (${number})`,
  text: `Bought 35 SBIN at ₹812.35, fill ${number}.`,
  path: "/algorithm/dashboard/Today",
  at: "2026-11-16T04:51:05.000Z",
  market_at: "2026-11-16T04:51:05.000Z",
  is_seen: true,
  ...more,
});
const answer = (notices: readonly Notice[], next: string | null = null, unseen = 0) =>
  server.answer(LIST, { body: { notices, next, unseen } });

function open() {
  const Page = () => (
    <QueryProvider>
      <AlertsTab settingsPath="/algorithm/dashboard/Settings" />
    </QueryProvider>
  );
  renderSite({ at: "/alerts", pages: { "/alerts": Page } });
}

beforeEach(() => server.answer(SEEN, { body: { message: "Noted." } }));

describe("alerts", () => {
  it("show each notice with the fact it came from, its time, and the way to more of it", async () => {
    answer([aNotice(10)]);
    open();
    expect(await screen.findByText("Bought 35 SBIN at ₹812.35, fill 10.")).toBeDefined();
    expect(screen.getByRole("heading", { name: "16 Nov 2026" })).toBeDefined();
    expect(screen.getByText("10:21 AM IST")).toBeDefined();
    const way = screen.getByRole("link", { name: "Open: An order was filled (10)" });
    expect(way.getAttribute("href")).toBe("/algorithm/dashboard/Today");
    expect(server.calls(SEEN)).toHaveLength(0);
  });

  it("show what happened in the market at the market's time, and the rest at the human clock's", async () => {
    answer([
      aNotice(10, { at: "2026-11-18T20:46:00.000Z", market_at: "2026-11-19T04:05:00.000Z" }),
      aNotice(11, { at: "2026-11-18T20:40:00.000Z", market_at: null }),
    ]);
    open();
    expect(await screen.findByText("9:35 AM IST")).toBeDefined();
    expect(screen.getByText("2:10 AM IST")).toBeDefined();
    expect(screen.queryByText("2:16 AM IST")).toBeNull();
  });

  it("mark new ones, and count them as seen once the list was opened", async () => {
    answer([aNotice(10, { is_seen: false }), aNotice(11)], null, 1);
    open();
    expect(await screen.findByText("New")).toBeDefined();
    await waitFor(() => expect(server.calls(SEEN)).toHaveLength(1));
    expect(server.calls(SEEN)[0]?.body).toEqual({ until: "2026-11-16T04:51:05.000Z" });
  });

  it("read on page by page", async () => {
    answer([aNotice(10)], "1.0d1f6a52-5c0e-4b53-8a3c-3f1d7b8b2a10");
    open();
    const more = await screen.findByRole("button", { name: "Show older ones" });
    answer([aNotice(11)]);
    fireEvent.click(more);
    expect(await screen.findByText(/fill 11/)).toBeDefined();
    expect(screen.getByText(/fill 10/)).toBeDefined();
    expect(server.calls(LIST).at(-1)?.address).toContain("before=1.0d1f6a52");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Show older ones" })).toBeNull());
  });

  it("say when there are none, and when they cannot be read", async () => {
    answer([]);
    open();
    expect(await screen.findByText("Nothing yet")).toBeDefined();
    expect(screen.getByRole("link", { name: /Choose your alerts/ }).getAttribute("href")).toBe(
      "/algorithm/dashboard/Settings",
    );
  });

  it("can be read again after a failure", async () => {
    server.answer(LIST, { status: 404, body: { detail: "x", code: "not_found" } });
    open();
    const again = await screen.findByRole("button", { name: "Try Again" });
    answer([aNotice(10)]);
    fireEvent.click(again);
    expect(await screen.findByText(/fill 10/)).toBeDefined();
  });
});
