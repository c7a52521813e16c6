import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aRun, aRunningRun, hurry } from "../../testing/trading-desk.fixture.ts";
import { provideTradingPage } from "../../testing/trading-page.fixture.tsx";

const page = provideTradingPage("TradingAlgorithm");
const { server, desk, open, press, expectToast } = page;
const closed = {
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
  assumptions: [],
};
const opened = { ...closed, is_open: true, capital: 500, cash: 500, result_today: 12.5, charges_today: 1 };
const card = async () => within(await screen.findByRole("region", { name: "Paper trading" }));

it("opens an account on paper, starts and stops there, and never touches the broker", async () => {
  hurry();
  server.answer("GET /paper/status", { body: closed });
  server.answer("POST /paper/open", { body: opened });
  server.answer("POST /algorithm/start", { body: { ...aRunningRun("paper"), message: "" } });
  server.answer("POST /algorithm/stop", { body: { ...aRun(), message: "" } });
  await open();
  const paper = await card();
  expect(paper.getByText("Paper")).toBeDefined();
  press("Open with ₹500");
  await expectToast("Your paper account is open");
  server.answer("GET /paper/status", { body: opened });
  expect(server.calls("POST /paper/open")[0]?.body).toEqual({ capital: 500 });
  expect(await paper.findByText("+₹12.50")).toBeDefined();
  desk.runs({ paper: aRunningRun("paper") });
  press("Start on paper");
  await paper.findByText("Running on paper");
  expect(server.calls("POST /algorithm/start")[0]?.body).toEqual({
    trading_type: "equity",
    broker: "paper",
    capital: 500,
  });
  expect(screen.getByRole("heading", { name: "Stopped" })).toBeDefined();
  desk.runs();
  press("Stop paper");
  await paper.findByText("Stopped on paper");
  expect(server.calls("POST /algorithm/stop")[0]?.body).toEqual({ broker: "paper" });
});

it("says beside the button why a start on paper was refused", async () => {
  server.answer("GET /paper/status", { body: opened });
  server.answer("POST /algorithm/start", {
    status: 400,
    body: { detail: "Market is closed today.", code: "market_closed" },
  });
  await open();
  const paper = await card();
  press("Start on paper");
  await waitFor(() => expect(paper.getByRole("alert").textContent).toBe("Market is closed today."));
});
