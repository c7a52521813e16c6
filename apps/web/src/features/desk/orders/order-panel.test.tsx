import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { QueryProvider } from "../../../lib/query.tsx";
import { provideApiServer } from "../../../testing/api-server.ts";
import { answerQuietDesk, enterDesk } from "../../../testing/desk.fixture.ts";
import { preparePageTests, renderSite } from "../../../testing/render-site.tsx";
import { shownToasts } from "../../../ui/toast.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { orderTexts } from "./orders.texts.ts";
import { Placements } from "./placements.tsx";

preparePageTests();
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});
const server = provideApiServer();
const PREVIEW = "POST /api/admin/order-preview";
const PLACE = "POST /api/admin/place-bulk-orders";

const aReply = (changes: object = {}) => ({
  success: true,
  successful_orders: 412,
  total_orders: 412,
  errors: [],
  unknown_orders: 0,
  filled_orders: 412,
  working_orders: 0,
  cancelled_orders: 0,
  placement_id: null,
  waiting_id: null,
  ...changes,
});

async function open() {
  enterDesk(server);
  answerQuietDesk(server);
  const Page = () => (
    <QueryProvider>
      <OrderPanel />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": Page } });
  await screen.findByText("₹8,27,70,000");
}

const row = (number: number) => within(screen.getByRole("group", { name: orderTexts.order(number) }));
const field = (label: string, number = 1) => row(number).getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string, number = 1) =>
  fireEvent.change(field(label, number), { target: { value } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
/** A second press waits until the first one is over. */
const pressWhenReady = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const toasts = () => shownToasts().map(({ text }) => text);

async function choose(label: string, option: string, number = 1) {
  fireEvent.keyDown(row(number).getByRole("combobox", { name: new RegExp(`^${label}`) }), { key: "Enter" });
  fireEvent.keyDown(await screen.findByRole("option", { name: option }), { key: "Enter" });
  await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
}

function fill(symbol = "reliance", quantity = "12000", number = 1) {
  type("Symbol", symbol, number);
  type("Total Quantity", quantity, number);
}

describe("the rows of the order panel", () => {
  it("[C2.37][C2.40] have these fields, and price and time only where they apply", async () => {
    await open();
    expect(row(1).queryByLabelText("Limit Price")).toBeNull();
    expect(row(1).queryByLabelText("Scheduled Date & Time")).toBeNull();
    fill();
    expect(field("Symbol").value).toBe("RELIANCE");
    expect(field("Total Quantity").min).toBe("1");
    await choose("Order Type", "Limit");
    expect(field("Limit Price").min).toBe("0");
    expect(field("Limit Price").step).toBe("0.01");
    await choose("Schedule Type", "Scheduled");
    // The market's clock is frozen at 03:28 UTC, and so is this test's browser.
    expect(field("Scheduled Date & Time").min).toBe("2026-11-16T03:28");
    await choose("Position Type", "Short (Sell)");
  });

  it("[C2.41][C5.9] are added up to 20 and removed down to one", async () => {
    await open();
    expect(screen.queryByRole("button", { name: orderTexts.removeOrder(1) })).toBeNull();
    const add = button("+ Add Order");
    for (let turn = 1; turn < 20; turn += 1) fireEvent.click(add);
    expect(add.disabled).toBe(true);
    expect(screen.getByText("20 of 20 rows")).toBeDefined();
    fireEvent.click(screen.getByLabelText(orderTexts.removeOrder(20)));
    expect(add.disabled).toBe(false);
    expect(document.querySelectorAll("fieldset")).toHaveLength(19);
  });

  it("[C2.41] keep both buttons disabled while one lacks symbol or quantity", async () => {
    await open();
    expect(button("Preview Distribution").disabled).toBe(true);
    expect(button("Place Orders").disabled).toBe(true);
    fill();
    expect(button("Preview Distribution").disabled).toBe(false);
    expect(button("Place Orders").disabled).toBe(false);
    type("Total Quantity", "0");
    expect([button("Preview Distribution").disabled, button("Place Orders").disabled]).toEqual([true, true]);
    type("Total Quantity", "1");
    press("+ Add Order");
    expect(button("Place Orders").disabled).toBe(true);
  });

  it("show the market price, the permitted range and the value before anything is sent", async () => {
    await open();
    const price = { symbol: "ITC", price: 283.6, lowest: 269.45, highest: 297.75 };
    server.answer("POST /api/admin/order-prices", { body: { prices: [price] } });
    fill("itc", "1000");
    expect(
      await screen.findByText("Market ₹283.60 · permitted ₹269.45 to ₹297.75 · value about ₹2,83,600"),
    ).toBeDefined();
    expect(screen.getByText("about ₹2,83,600")).toBeDefined();
  });
});

describe("a missing value", () => {
  it("[C5.8][C8.7][C9.8] is shown for 1.5 s and stays at its field", async () => {
    await open();
    fill("  ", "12");
    press("Place Orders");
    press("Preview Distribution");
    fill();
    await choose("Order Type", "Limit");
    press("Place Orders");
    expect(row(1).getByText(orderTexts.faults.price)).toBeDefined();
    type("Limit Price", "10.5");
    await choose("Schedule Type", "Scheduled");
    press("Place Orders");
    expect(toasts()).toEqual([
      "Please fill in symbol and quantity for all orders",
      "Please fill in symbol and quantity for all orders",
      "Please enter limit price for all limit orders",
      "Please enter scheduled datetime for all scheduled orders",
    ]);
    expect(shownToasts().every(({ durationMs }) => durationMs === 1_500)).toBe(true);
    expect(server.calls(PLACE)).toHaveLength(0);
  });
});

describe("the preview", () => {
  const reply = {
    allocations: [
      { username: "priya.menon", broker: "fyers", quantity: 1_680, capital: 10_000_000, percentage: 12.0817 },
      { username: "arvind.kulkarni", broker: "angelone", quantity: 1_087, capital: 7_500_000, percentage: 9.06 },
      { username: "tiny", broker: "zerodha", quantity: 0, capital: 1_000, percentage: 0 },
    ],
    total_allocated_quantity: 12_000,
    remainder: 231,
  };

  it("[C2.42][C3.9][C5.9][C7.7][C9.5] shows the split of the first row alone", async () => {
    server.answer(PREVIEW, { body: reply });
    await open();
    fill();
    press("+ Add Order");
    fill("INFY", "8500", 2);
    press("Preview Distribution");
    const list = within(await screen.findByRole("list", { name: "Allocations" }));
    expect(server.calls(PREVIEW).map(({ body }) => body)).toEqual([{ symbol: "RELIANCE", total_quantity: 12_000 }]);
    const first = within(list.getAllByRole("listitem")[0] as HTMLElement);
    for (const text of ["priya.menon", "Fyers", "1,680", "shares"]) expect(first.getByText(text)).toBeDefined();
    expect(first.getByText(/₹1,00,00,000/).textContent).toBe("₹1,00,00,00012.08%");
    expect(first.getByText("incl. 231")).toBeDefined();
    expect(screen.getByText("Total Allocated")).toBeDefined();
    expect(screen.getByText("12,000", { selector: "b" })).toBeDefined();
    expect(screen.getByText("Remainder: 231 shares (assigned to highest capital user)")).toBeDefined();
    expect(screen.getByText("1 account receives 0 shares")).toBeDefined();
    expect(screen.getByRole("list", { name: "Allocations" }).className).toContain("max-h-64");
  });

  it("[C8.7] shows the server's reason, or a failure", async () => {
    server.answer(PREVIEW, { status: 400, body: { detail: "No share is called RELIANCE.", code: "share_unknown" } });
    await open();
    fill();
    press("Preview Distribution");
    await waitFor(() => expect(toasts()).toEqual(["No share is called RELIANCE."]));
    server.answer(PREVIEW, { isCutOff: true });
    await waitFor(() => expect(button("Preview Distribution").getAttribute("aria-busy")).toBeNull());
    press("Preview Distribution");
    await waitFor(() => expect(toasts()[1]).toBe("Failed to generate order preview"));
  });

  it("[C2.42][C8.11] says when the capital could not be read", async () => {
    enterDesk(server);
    answerQuietDesk(server);
    server.answer("GET /api/admin/active-users-capital-sum", { status: 400, body: {} });
    renderSite({
      at: "/",
      pages: {
        "/": () => (
          <QueryProvider>
            <OrderPanel />
          </QueryProvider>
        ),
      },
    });
    expect(screen.getByText("Loading the capital summary")).toBeDefined();
    expect(await screen.findByText("Failed to load capital summary")).toBeDefined();
  });
});

describe("the list of placements", () => {
  const id = "0b8f4c1e-52a7-4d3c-9a5e-6f1d2c3b4a59";
  const placement = {
    id,
    placed_by: "Meera Nair",
    placed_at: "2026-11-16T03:50:00.000Z",
    source: "schedule",
    rows: [
      { row: 1, symbol: "ITC", total_quantity: 1000, order_type: "limit", position_type: "short", limit_price: 285 },
    ],
    total_orders: 2,
    successful_orders: 1,
    unknown_orders: 0,
    failed_orders: 1,
    filled_orders: 0,
    working_orders: 0,
    cancelled_orders: 1,
  };

  it("shows each placement's author, orders and outcome, and the reasons at a press", async () => {
    enterDesk(server);
    answerQuietDesk(server);
    server.answer("GET /api/admin/placements", { body: { placements: [placement] } });
    const order = { row: 1, user_id: "u", username: "a", broker: "fyers", symbol: "ITC", quantity: 1, filled: 0 };
    const refused = { ...order, tag: null, outcome: "skipped", message: "no capital is set" };
    const cancelled = { ...order, tag: "T1", outcome: "placed", message: "cancelled unfilled" };
    server.answer(`GET /api/admin/placements/${id}`, { body: { placement, orders: [refused, cancelled] } });
    renderSite({
      at: "/",
      pages: {
        "/": () => (
          <QueryProvider>
            <Placements />
          </QueryProvider>
        ),
      },
    });
    const line = await screen.findByRole("button", { name: /ITC SHORT 1,000 shares/ });
    expect(line.textContent).toContain("Meera Nair · scheduled · 0 filled, 0 working, 1 cancelled unfilled");
    expect(line.textContent).toContain("1 of 2");
    fireEvent.click(line);
    expect(await screen.findByText("no capital is set")).toBeDefined();
    expect(screen.getByText("cancelled unfilled")).toBeDefined();
  });
});

describe("a placement", () => {
  it("[C4.12][C7.8][C8.7] that succeeded shows a toast and resets the form", async () => {
    server.answer(PREVIEW, { body: { allocations: [], total_allocated_quantity: 0, remainder: 0 } });
    server.answer(PLACE, { body: aReply(), delayMs: 50 });
    await open();
    fill();
    await choose("Order Type", "Limit");
    type("Limit Price", "1172.40");
    press("Preview Distribution");
    await screen.findByText("Total Allocated");
    press("Place Orders");
    expect(await screen.findByRole("button", { name: "Placing Orders..." })).toBeDefined();
    await waitFor(() => expect(toasts()).toEqual(["All orders placed successfully! 412/412 orders placed."]));
    expect(server.calls(PLACE)[0]?.body).toEqual({
      orders: [
        {
          symbol: "RELIANCE",
          total_quantity: 12_000,
          order_type: "limit",
          position_type: "long",
          schedule_type: "immediate",
          limit_price: 1172.4,
        },
      ],
    });
    await waitFor(() => expect(field("Symbol").value).toBe(""));
    expect(screen.getAllByRole("group")).toHaveLength(1);
    expect(row(1).queryByLabelText("Limit Price")).toBeNull();
    expect(screen.queryByText("Total Allocated")).toBeNull();
  });

  it("[C8.7][C3.10] that succeeded in part shows each error, and cannot be sent again", async () => {
    const errors = ["lakshmi.iyer (Fyers): Insufficient funds", "rohan.das (Zerodha): Above the account's limit"];
    server.answer(PLACE, { body: aReply({ success: false, successful_orders: 410, errors }) });
    await open();
    fill();
    press("Place Orders");
    await waitFor(() =>
      expect(toasts()).toEqual(["Some orders failed. 410/412 orders placed successfully.", ...errors]),
    );
    await waitFor(() => expect(field("Symbol").value).toBe(""));
    const card = within(screen.getByRole("region", { name: "Last placement" }));
    expect(card.getByText("410 of 412")).toBeDefined();
    for (const error of errors) expect(card.getByText(error)).toBeDefined();
  });

  it("[C8.7] with unfilled orders says how many are filled, working and cancelled", async () => {
    const ends = { successful_orders: 1, total_orders: 1, filled_orders: 0, cancelled_orders: 1 };
    server.answer(PLACE, { body: aReply(ends) });
    await open();
    fill();
    press("Place Orders");
    await waitFor(() =>
      expect(toasts()).toEqual([
        "All orders placed successfully! 1/1 orders placed.",
        "0 filled, 0 working, 1 cancelled unfilled",
      ]),
    );
  });

  it("with a limit far through the market is placed only after the operator confirms the server's warning", async () => {
    const detail = "Row 1: Sell 1000 ITC at a limit of ₹270.03.\nRow 2: Buy 10 SBIN at a limit of ₹900.00.";
    server.answer(PLACE, { status: 409, body: { detail, code: "limit_far_through" } });
    await open();
    fill("ITC", "1000");
    press("Place Orders");
    expect(await screen.findByRole("dialog", { name: orderTexts.farTitle })).toBeDefined();
    expect(screen.getByText(/^Row 1: Sell 1000 ITC/).textContent).toBe(detail);
    expect(toasts()).toEqual([]);
    press(orderTexts.farBack);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(field("Symbol").value).toBe("ITC");
    await pressWhenReady("Place Orders");
    await screen.findByRole("dialog", { name: orderTexts.farTitle });
    server.answer(PLACE, { body: aReply() });
    press(orderTexts.farPlace);
    await waitFor(() => expect(toasts()).toEqual(["All orders placed successfully! 412/412 orders placed."]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = server.calls(PLACE);
    expect(sent.map(({ body }) => (body as { confirm_far_limits?: boolean }).confirm_far_limits)).toEqual([
      undefined,
      undefined,
      true,
    ]);
    expect(sent[2]?.headers["idempotency-key"]).not.toBe(sent[1]?.headers["idempotency-key"]);
  });

  it("[C8.7] that was refused keeps the rows and shows why", async () => {
    server.answer(PLACE, { status: 409, body: { detail: "The market is closed then.", code: "outside_session" } });
    await open();
    fill();
    press("Place Orders");
    await waitFor(() => expect(toasts()).toEqual(["The market is closed then."]));
    expect(field("Symbol").value).toBe("RELIANCE");
  });

  it("[C8.7] whose answer was lost is the same request when it is pressed again, and another row is another", async () => {
    server.answer(PLACE, { isCutOff: true });
    await open();
    fill();
    press("Place Orders");
    await waitFor(() => expect(toasts()).toEqual(["Failed to place orders"]));
    await pressWhenReady("Place Orders");
    await waitFor(() => expect(toasts()).toHaveLength(2));
    type("Total Quantity", "11");
    await pressWhenReady("Place Orders");
    await waitFor(() => expect(toasts()).toHaveLength(3));
    const keys = server.calls(PLACE).map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toBeDefined();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("of the same rows after an answered one is a new request", async () => {
    server.answer(PLACE, { body: aReply({ success: false, successful_orders: 0, errors: ["No account could."] }) });
    await open();
    fill();
    press("Place Orders");
    await waitFor(() => expect(toasts()).toHaveLength(2));
    expect(field("Symbol").value).toBe("RELIANCE");
    await pressWhenReady("Place Orders");
    await waitFor(() => expect(toasts()).toHaveLength(4));
    const [first, second] = server.calls(PLACE).map(({ headers }) => headers["idempotency-key"]);
    expect(second).not.toBe(first);
  });

  it("waiting for a second admin says so and is not pressed twice", async () => {
    const errors = ["waiting for a second admin"];
    const waiting = {
      success: false,
      successful_orders: 0,
      errors,
      waiting_id: "0b8f4c1e-52a7-4d3c-9a5e-6f1d2c3b4a59",
    };
    server.answer(PLACE, { body: aReply(waiting) });
    await open();
    fill();
    press("Place Orders");
    expect(await screen.findByText("Waiting for a second admin")).toBeDefined();
    expect(field("Symbol").value).toBe("");
  });
});
