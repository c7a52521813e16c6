import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { QueryProvider } from "../../../lib/query.tsx";
import { provideApiServer } from "../../../testing/api-server.ts";
import { answerQuietDesk, enterDesk } from "../../../testing/desk.fixture.ts";
import { preparePageTests, renderSite } from "../../../testing/render-site.tsx";
import { shownToasts } from "../../../ui/toast.tsx";
import { ClockShift } from "../shown-time.tsx";
import { scheduledTexts } from "./scheduled.texts.ts";
import type { ScheduledOrder } from "./scheduled-card.tsx";
import { ScheduledOrders } from "./scheduled-orders.tsx";

preparePageTests();
const server = provideApiServer();
const ID = "0b8f4c1e-52a7-4d3c-9a5e-6f1d2c3b4a59";
const CLEAR = "POST /api/refresh-scheduled-orders";
const CANCEL = `DELETE /api/scheduled-orders/${ID}`;

const anOrder = (changes: Partial<ScheduledOrder> = {}): ScheduledOrder => ({
  id: ID,
  symbol: "TATASTEEL",
  position_type: "long",
  order_type: "limit",
  price: 184.1,
  quantity: 30_000,
  scheduled_time: "2026-11-16T03:45:00.000Z",
  status: "pending",
  time_remaining_seconds: 3_723,
  ...changes,
});

function open(orders: readonly ScheduledOrder[] | "unreadable", canAct = true) {
  enterDesk(server);
  answerQuietDesk(server);
  server.answer(
    "GET /api/scheduled-orders",
    orders === "unreadable" ? { status: 400, body: {} } : { body: { scheduled_orders: orders } },
  );
  const Page = () => (
    <QueryProvider>
      <ScheduledOrders canAct={canAct} />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": Page } });
}
const toasts = () => shownToasts().map(({ text }) => text);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const cancel = async () =>
  fireEvent.click(await screen.findByRole("button", { name: scheduledTexts.cancel("TATASTEEL") }));

describe("scheduled orders", () => {
  it("[C2.38][C3.13] are cards with symbol, side, type, price, quantity, time and a countdown", async () => {
    open([
      anOrder(),
      anOrder({
        id: `${ID.slice(0, -1)}8`,
        symbol: "HDFCBANK",
        position_type: "short",
        order_type: "market",
        price: null,
        quantity: 6_000,
      }),
    ]);
    const [first, second] = (await screen.findAllByRole("listitem")).map((item) => within(item));
    for (const text of ["TATASTEEL", "LONG", "Time remaining"]) expect(first?.getByText(text)).toBeDefined();
    expect(first?.getByText(/^Limit/).textContent).toBe("Limit · ₹184.10 · 30,000 shares");
    // [C9.7] 03:45 UTC in a browser at UTC is shown 2.5 h back; the true time comes first, and it alone is called IST.
    const time = first?.getByText("16 Nov, 09:15:00 IST").closest("time");
    expect(time?.textContent).toBe("16 Nov, 09:15:00 IST shown as 16 Nov, 01:15:00");
    expect(time?.getAttribute("datetime")).toBe("2026-11-16T03:45:00.000Z");
    expect(second?.getByText("SHORT")).toBeDefined();
    expect(second?.getByText(/^Market/).textContent).toBe("Market · 6,000 shares");
  });

  it("[C9.7] show one time alone where the shift is set to nothing and the browser is in India", async () => {
    enterDesk(server);
    answerQuietDesk(server);
    server.answer("GET /api/scheduled-orders", { body: { scheduled_orders: [anOrder()] } });
    // This browser is at UTC: a shift of minus 330 minutes is India's clock.
    const Page = () => (
      <QueryProvider>
        <ClockShift value={-330}>
          <ScheduledOrders canAct />
        </ClockShift>
      </QueryProvider>
    );
    renderSite({ at: "/", pages: { "/": Page } });
    const time = (await screen.findByText("16 Nov, 09:15:00 IST")).closest("time");
    expect(time?.textContent).toBe("16 Nov, 09:15:00 IST");
  });

  it("[C2.38] say when there are none, and [C8.11] the same where they could not be read", async () => {
    open([]);
    expect(await screen.findByText("No scheduled orders found")).toBeDefined();
    cleanup();
    open("unreadable");
    expect(await screen.findByText("No scheduled orders found")).toBeDefined();
  });

  it.each([
    ["1h 2m 3s", "Time remaining", "waiting", "text-profit", { time_remaining_seconds: 3_723 }],
    ["5m 0s", "Time remaining", "soon", "text-warn", { time_remaining_seconds: 300 }],
    ["42s", "Time remaining", "soon", "text-warn", { time_remaining_seconds: 42 }],
    ["EXPIRED", "Should have executed", "expired", "text-loss", { time_remaining_seconds: 0 }],
    ["EXECUTING...", null, "executing", "text-info", { status: "executing" }],
  ] as const)("[C4.11] say %s", async (big, small, state, tone, changes) => {
    // The market does not advance, and neither does the countdown.
    open([anOrder(changes)]);
    server.answer("GET /market/clock", { status: 400, body: {} });
    const item = await screen.findByRole("listitem");
    const line = item.querySelector(`[data-countdown="${state}"]`);
    expect(line?.querySelector("b")?.className).toContain(tone);
    if (small !== null) expect(within(item).getByText(small)).toBeDefined();
    if (state === "expired" || state === "executing") expect(within(item).getByText(big)).toBeDefined();
    else expect(line?.querySelector("b")?.textContent).toMatch(/^(\d+h )?(\d+m )?\d+s$/);
  });

  it("[C8.9] are cancelled with an alert that repeats the server", async () => {
    server.answer(CANCEL, { body: { message: "The order was cancelled." } });
    open([anOrder()]);
    await cancel();
    expect(await screen.findByText("The order was cancelled.")).toBeDefined();
    press("OK");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it.each([
    ["Error: It is being placed already.", { status: 409, body: { detail: "It is being placed already." } }],
    ["Error: Failed to cancel order", { status: 500, body: {} }],
    ["Network error occurred while cancelling order", { isCutOff: true }],
  ])("[C8.9][C7.16] say “%s”", async (sentence, answer) => {
    server.answer(CANCEL, answer);
    open([anOrder()]);
    await cancel();
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  it("[C8.8][C7.15] are cleared after a confirmation, never by Refresh", async () => {
    server.answer(CLEAR, { body: { message: "", cleared: 1 } });
    open([anOrder()]);
    await screen.findByText("TATASTEEL");
    press("Refresh");
    press("Clear All");
    press(scheduledTexts.keep);
    expect(server.calls(CLEAR)).toHaveLength(0);
    press("Clear All");
    press(scheduledTexts.clear);
    await waitFor(() => expect(toasts()).toEqual(["Scheduled orders cleared from memory"]));
    expect(server.calls(CLEAR)).toHaveLength(1);
  });

  it.each([
    ["Failed to clear scheduled orders", { status: 503, body: {} }],
    ["Error clearing scheduled orders", { isCutOff: true }],
  ])("[C8.8] say “%s”", async (sentence, answer) => {
    server.answer(CLEAR, answer);
    open([anOrder()]);
    await screen.findByText("TATASTEEL");
    press("Clear All");
    press(scheduledTexts.clear);
    await waitFor(() => expect(toasts()).toEqual([sentence]));
  });

  it("give support nothing to press but Refresh", async () => {
    open([anOrder()], false);
    await screen.findByText("TATASTEEL");
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Refresh"]);
  });
});
