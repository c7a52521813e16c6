import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { QueryProvider } from "../../../lib/query.tsx";
import { provideApiServer } from "../../../testing/api-server.ts";
import { aBrokerUser, answerBrokers, answerQuietDesk, enterDesk } from "../../../testing/desk.fixture.ts";
import { drawnAgain } from "../../../testing/drawn.ts";
import { preparePageTests, renderSite } from "../../../testing/render-site.tsx";
import { BrokerDashboard } from "./broker-dashboard.tsx";
import { brokerTexts } from "./brokers.texts.ts";

preparePageTests();
const server = provideApiServer();
const STATUS = "GET /api/admin/broker-status";
const ID = "7d2f0c3a-51a5-4a58-9f5b-2d8a6b1c9e01";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});

const people = [
  aBrokerUser(),
  aBrokerUser({
    user_id: "7d2f0c3a-51a5-4a58-9f5b-2d8a6b1c9e02",
    username: "bhavna.shah",
    status: "error",
    error_message: "AB1007: Invalid TOTP",
    is_capital_active: false,
    is_strategy_active: false,
    last_sync: null,
  }),
];

function open(isWide = true, users = people) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes(">=") ? isWide : !isWide,
    addEventListener() {},
    removeEventListener() {},
  }));
  enterDesk(server);
  answerQuietDesk(server);
  answerBrokers(server, users);
  const Page = () => (
    <QueryProvider>
      <BrokerDashboard canAct />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": Page } });
}

const rowOf = async (username: string) => within((await screen.findByText(username)).closest("tr, li") as HTMLElement);
const queries = () => server.calls(STATUS).map(({ address }) => new URL(address, "http://own.invalid").searchParams);

describe("the broker status dashboard", () => {
  it("[C2.39][C3.12] is a table with these columns and rows", async () => {
    open();
    const row = await rowOf("bhavna.shah");
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "User",
      "Status",
      "Capital Amount",
      "Capital Status",
      "Strategy Status",
      "Last Sync (IST)",
      "Error",
      "Actions",
    ]);
    for (const text of ["Error", "₹2,50,000", "Never", "AB1007: Invalid TOTP"])
      expect(row.getByText(text)).toBeDefined();
    expect(row.getAllByText("Inactive")).toHaveLength(2);
    for (const name of ["Total Users", "Connected", "Last Updated (IST)"])
      expect(screen.getByText(name, { selector: "dt" })).toBeDefined();
    // C9.7: 03:28:02 UTC, 2.5 h back in a browser at UTC
    expect(screen.getByText("00:58:02")).toBeDefined();
  });

  it("[C2.39] is cards where there is no room for a table", async () => {
    open(false);
    const card = await rowOf("bhavna.shah");
    expect(card.getByText("Last Sync (IST)")).toBeDefined();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("[C2.39][C9.5] begins with Angel One by name, ascending, and reads again for every choice", async () => {
    open();
    await rowOf("aditya.rao");
    expect(screen.getByRole("tab", { selected: true }).textContent).toMatch(/^Angel One/);
    const first = queries().find((query) => query.get("limit") === "100");
    expect(Object.fromEntries(first ?? [])).toMatchObject({ broker: "angelone", sort_by: "name", sort_order: "asc" });
    fireEvent.click(screen.getByRole("button", { name: brokerTexts.orderLabel(true) }));
    await waitFor(() => expect(queries().some((query) => query.get("sort_order") === "desc")).toBe(true));
    fireEvent.keyDown(screen.getByRole("combobox", { name: /^Sort by/ }), { key: "Enter" });
    const options = await screen.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual(["Name", "Last Sync", "Capital Amount"]);
    fireEvent.keyDown(options[2] as HTMLElement, { key: "Enter" });
    await waitFor(() => expect(queries().some((query) => query.get("sort_by") === "capital_amount")).toBe(true));
  });

  it("[C7.9] makes the server refresh when Refresh is pressed", async () => {
    open();
    await rowOf("aditya.rao");
    fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(queries().some((query) => query.get("force_refresh") === "true")).toBe(true));
  });

  it("[C4.9][C7.12] disconnects connected users and reconnects others", async () => {
    server.answer(`POST /api/admin/angelone/disconnect/${ID}`, { body: { message: "Disconnected." } });
    open();
    const row = await rowOf("aditya.rao");
    expect((await rowOf("bhavna.shah")).getByRole("button", { name: "Reconnect bhavna.shah" })).toBeDefined();
    answerBrokers(server, [aBrokerUser({ status: "disconnected" })]);
    fireEvent.click(row.getByRole("button", { name: "Disconnect aditya.rao" }));
    expect(await screen.findByRole("button", { name: "Reconnect aditya.rao" })).toBeDefined();
    expect(server.calls(`POST /api/admin/angelone/disconnect/${ID}`)).toHaveLength(1);
  });

  it("[C2.39][C4.9] shows N/A for Zerodha and calls Fyers by its own name", async () => {
    server.answer(`POST /api/admin/fyers/disconnect/${ID}`, { body: { message: "" } });
    open();
    await rowOf("aditya.rao");
    fireEvent.mouseDown(screen.getByRole("tab", { name: /^Zerodha/ }), { button: 0 });
    expect(await screen.findAllByText("N/A")).toHaveLength(2);
    fireEvent.mouseDown(screen.getByRole("tab", { name: /^Fyers/ }), { button: 0 });
    fireEvent.click(await screen.findByRole("button", { name: "Disconnect aditya.rao" }));
    await waitFor(() => expect(server.calls(`POST /api/admin/fyers/disconnect/${ID}`)).toHaveLength(1));
  });

  it("[C4.10][C7.13] toggles a strategy, and says when it applies from tomorrow", async () => {
    server.answer(`POST /api/admin/strategy/toggle/${ID}`, {
      body: { new_status: "inactive", from: "next_trading_day", message: "" },
    });
    open();
    fireEvent.click((await rowOf("aditya.rao")).getByRole("switch"));
    expect(await screen.findByText("from tomorrow")).toBeDefined();
    expect(server.calls(`POST /api/admin/strategy/toggle/${ID}`)[0]?.body).toEqual({ broker: "angelone" });
  });

  it("[C8.10] logs a failure and shows no toast", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    server.answer(`POST /api/admin/angelone/disconnect/${ID}`, {
      status: 409,
      body: { detail: "A position is open.", code: "position_open" },
    });
    open();
    fireEvent.click((await rowOf("aditya.rao")).getByRole("button", { name: "Disconnect aditya.rao" }));
    expect(await screen.findByText("A position is open.")).toBeDefined();
    expect(log).toHaveBeenCalledWith(brokerTexts.logs.disconnect, expect.anything());
    log.mockRestore();
  });

  it("shows only users with an error on request", async () => {
    open();
    fireEvent.click(await screen.findByRole("button", { name: brokerTexts.needYou(2) }));
    await waitFor(() =>
      expect(queries().some((query) => query.get("status") === "error" && query.get("sort_by") === "name")).toBe(true),
    );
  });

  it("renders only the changed row of fifty refreshed ones", async () => {
    const accounts = Array.from({ length: 50 }, (_, at) =>
      aBrokerUser({ user_id: String(at), username: `user-${at}` }),
    );
    open(true, accounts);
    await screen.findByText("user-0");
    const rows = [...document.querySelectorAll("tbody tr[aria-rowindex]")];
    expect(rows.length).toBeGreaterThan(20);
    const drawn = await drawnAgain(rows, async () => {
      answerBrokers(server, accounts.with(7, aBrokerUser({ user_id: "7", username: "user-7", status: "error" })));
      fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
      await waitFor(() => expect(rows[7]?.textContent).toContain("Error"));
    });
    expect(drawn).toEqual([rows[7]]);
  });

  it("renders only the time of rows whose last sync has changed", async () => {
    const moved = "2026-11-16T03:40:05.000Z";
    const accounts = Array.from({ length: 50 }, (_, at) =>
      aBrokerUser({ user_id: String(at), username: `user-${at}` }),
    );
    open(true, accounts);
    await screen.findByText("user-0");
    const others = [...document.querySelectorAll("tbody [role=switch], tbody button, tbody td > span")];
    const times = [...document.querySelectorAll("tbody time")];
    expect(others.length).toBeGreaterThan(times.length);
    const drawn = await drawnAgain([...others, ...times], async () => {
      answerBrokers(
        server,
        accounts.map((user) => ({ ...user, last_sync: moved })),
      );
      fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
      await waitFor(() => expect(times.every((time) => time.getAttribute("dateTime") === moved)).toBe(true));
    });
    expect(drawn).toEqual(times);
  });

  it("draws a part of ten thousand and reads a page of them", async () => {
    const accounts = Array.from({ length: 100 }, (_, at) =>
      aBrokerUser({ user_id: String(at), username: `user-${at}` }),
    );
    open(true, accounts);
    server.answer(STATUS, {
      body: { total_users: 10_000, connected_users: 9_990, last_updated: "2026-11-16T03:28:02.000Z", users: accounts },
    });
    await screen.findByText("user-0");
    expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("10001");
    expect(document.querySelectorAll("tbody tr").length).toBeLessThan(80);
    expect(queries().every((query) => query.get("limit") !== null || query.get("status") !== null)).toBe(true);
  });
});
