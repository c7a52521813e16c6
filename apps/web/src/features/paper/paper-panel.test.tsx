import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Reply } from "../../lib/api.ts";
import { QueryProvider } from "../../lib/query.tsx";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { aRun, someRuns } from "../../testing/trading-day.fixture.ts";
import { paperTexts as texts } from "./paper.texts.ts";
import { PaperPanel } from "./paper-panel.tsx";

preparePageTests();
const server = provideApiServer();

const closed: Reply<"GET", "/paper/status"> = {
  is_open: false,
  capital: null,
  cash: null,
  available: null,
  used: null,
  result_today: null,
  charges_today: null,
  working_orders: 0,
  positions: [],
  opened_at: null,
  assumptions: ["A limit is filled at its price."],
};
const opened = { ...closed, is_open: true, capital: 50_000, cash: 50_120.5, result_today: 12.5, charges_today: 3 };

function open() {
  const Page = () => (
    <QueryProvider>
      <PaperPanel userId="u1" />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": Page } });
}

describe("trading on paper", () => {
  beforeEach(() => server.answer("GET /algorithm/all-status", { body: someRuns() }));

  it("is marked as paper, and explains how its orders are filled", async () => {
    server.answer("GET /paper/status", { body: closed });
    open();
    expect(await screen.findByText(texts.mark)).toBeDefined();
    expect(screen.getByText("A limit is filled at its price.")).toBeDefined();
  });

  it("is opened with a whole number of rupees and with nothing else", async () => {
    server.answer("GET /paper/status", { body: closed });
    server.answer("POST /paper/open", { body: opened });
    open();
    const field = await screen.findByLabelText(texts.capital);
    fireEvent.change(field, { target: { value: "12" } });
    fireEvent.click(screen.getByRole("button", { name: texts.open }));
    expect(screen.getByText(texts.shape)).toBeDefined();
    expect(server.calls("POST /paper/open")).toHaveLength(0);
    fireEvent.change(field, { target: { value: "25000" } });
    server.answer("GET /paper/status", { body: opened });
    fireEvent.click(screen.getByRole("button", { name: texts.open }));
    expect(await screen.findByText("₹50,120.50")).toBeDefined();
    expect(server.calls("POST /paper/open")[0]?.body).toEqual({ capital: 25_000 });
  });

  it("starts and stops independently of any broker", async () => {
    server.answer("GET /paper/status", { body: opened });
    server.answer("POST /algorithm/start", { body: { ...aRun({ broker: "paper", status: "running" }), message: "" } });
    open();
    await screen.findByText(texts.stopped);
    server.answer("GET /algorithm/all-status", { body: someRuns({ paper: aRun({ status: "running" }) }) });
    fireEvent.click(screen.getByRole("button", { name: texts.start }));
    expect(await screen.findByText(texts.running)).toBeDefined();
    expect(server.calls("POST /algorithm/start")[0]?.body).toEqual({
      trading_type: "equity",
      capital: 50_000,
      broker: "paper",
    });
    server.answer("POST /algorithm/stop", { body: { ...aRun({ broker: "paper" }), message: "" } });
    server.answer("GET /algorithm/all-status", { body: someRuns() });
    fireEvent.click(screen.getByRole("button", { name: texts.stop }));
    await waitFor(() => expect(server.calls("POST /algorithm/stop")[0]?.body).toEqual({ broker: "paper" }));
    expect(await screen.findByText(texts.stopped)).toBeDefined();
  });

  it("gives the server's reason where a start is refused", async () => {
    server.answer("GET /paper/status", { body: opened });
    server.answer("POST /algorithm/start", {
      status: 400,
      body: { detail: "Too late today.", code: "start_too_late" },
    });
    open();
    fireEvent.click(await screen.findByRole("button", { name: texts.start }));
    await waitFor(() =>
      expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toContain("Too late today."),
    );
  });
});
