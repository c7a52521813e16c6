import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { moneyTexts } from "../features/desk-money/money.texts.ts";
import type { Reply } from "../lib/api.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { answerQuietDesk, enterDesk } from "../testing/desk.fixture.ts";
import { preparePageTests, renderSite } from "../testing/render-site.tsx";
import DeskMoney from "./desk-money.tsx";

preparePageTests();
const server = provideApiServer();
const ID = "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a0c1";
const PAYOUT = "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a0d1";

const judged: Reply<"GET", "/api/admin/guarantees">["cases"][number] = {
  id: ID,
  user_id: "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a001",
  username: "Rohan <b>Das</b>",
  plan: "MONTHLY",
  period_start: "2026-10-01T00:00:00.000Z",
  period_end: "2026-11-01T00:00:00.000Z",
  gross_result: 124.5,
  fee: 999,
  outcome: "kept",
  judged_at: "2026-11-01T00:00:00.000Z",
  refund_state: null,
  granted: null,
};

const aCase: Reply<"GET", "/api/admin/guarantees/{guaranteeId}"> = {
  case: judged,
  evidence: [{ from: judged.period_start, to: judged.period_end, gross_result: 124.5 }],
  days: [
    {
      trading_day: "2026-10-12",
      broker: "fyers",
      account_id: "a",
      fills: 4,
      gross_result: 100,
      charges: 41.2,
      net_result: 58.8,
      is_exact: true,
    },
  ],
  ledger: { fills: 4, gross_result: 100, net_result: 58.8, agrees: false },
  can_grant: true,
};

const payout: Reply<"GET", "/api/admin/payouts">["payouts"][number] = {
  id: PAYOUT,
  user_id: judged.user_id,
  username: "Meera Nair",
  amount: 9_999,
  cause: "guarantee",
  why: "",
  payment_id: "pay_1",
  guarantee_id: ID,
  state: "open",
  reference: null,
  created_at: "2026-11-01T00:00:00.000Z",
  changed_at: "2026-11-01T00:00:00.000Z",
};

beforeEach(() => {
  answerQuietDesk(server);
  server.answer("GET /api/admin/guarantees", { body: { cases: [judged], payouts_open: 1 } });
  server.answer("GET /api/admin/payouts", { body: { payouts: [payout] } });
  server.answer(`GET /api/admin/guarantees/${ID}`, { body: aCase });
});

const open = (at: string) => renderSite({ at, pages: { "/secret/guarantees/:guaranteeId?": DeskMoney } });

describe("the page of guarantees", () => {
  it("lists the decisions of ended periods, names as plain text, beside open payouts", async () => {
    enterDesk(server);
    open("/secret/guarantees");
    expect(await screen.findByText("Rohan <b>Das</b>")).toBeDefined();
    expect(screen.getByText(moneyTexts.payoutsNote(1))).toBeDefined();
    expect(screen.getByText(moneyTexts.tooOld)).toBeDefined();
  });

  it("settles a payout with the bank's reference, and shows the server's refusal beside it", async () => {
    enterDesk(server);
    const route = `POST /api/admin/payouts/${PAYOUT}/settle`;
    server.answer(route, {
      status: 400,
      body: { detail: "Please give the bank's reference in one line", code: "invalid_input" },
    });
    open("/secret/guarantees");
    fireEvent.click(await screen.findByRole("button", { name: moneyTexts.settle }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: moneyTexts.submitSettle }));
    expect(await dialog.findByText("Please give the bank's reference in one line")).toBeDefined();
    server.answer(route, { body: { message: "Waiting for a second admin", waiting_id: PAYOUT } });
    fireEvent.change(dialog.getByLabelText(moneyTexts.referenceLabel), { target: { value: "NEFT HDFC 0042" } });
    fireEvent.click(dialog.getByRole("button", { name: moneyTexts.submitSettle }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.calls(route).at(-1)?.body).toEqual({ reference: "NEFT HDFC 0042" });
  });

  it("offers nothing to change to read-only support", async () => {
    enterDesk(server, "support");
    open("/secret/guarantees");
    await screen.findByText("Rohan <b>Das</b>");
    expect(screen.queryByRole("button", { name: moneyTexts.settle })).toBeNull();
  });
});

describe("one case", () => {
  it("shows the decision's figures beside the ledger now, and every day with its charges", async () => {
    enterDesk(server);
    open(`/secret/guarantees/${ID}`);
    expect(await screen.findByText(moneyTexts.differs)).toBeDefined();
    const days = within(screen.getByRole("region", { name: moneyTexts.days }));
    expect(days.getByText("12 Oct 2026")).toBeDefined();
    expect(days.getByText("₹41.20")).toBeDefined();
  });

  it("refunds the fee with a reason", async () => {
    enterDesk(server);
    const route = `POST /api/admin/guarantees/${ID}/grant`;
    server.answer(route, { body: { message: "₹999.00 goes back.", waiting_id: null } });
    open(`/secret/guarantees/${ID}`);
    fireEvent.click(await screen.findByRole("button", { name: moneyTexts.grant }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText(moneyTexts.reason), { target: { value: "The feed was away" } });
    fireEvent.click(dialog.getByRole("button", { name: moneyTexts.submitGrant }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.calls(route)[0]?.body).toEqual({ reason: "The feed was away" });
  });
});
