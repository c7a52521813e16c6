import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { stopCauses } from "@vriddhi/core/run/run";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** A trading broker, or paper, which a call must name explicitly. */
const broker = z.enum(tradingBrokers);
const approvalMode = z.enum(["auto", "manual"]);
/** In rupees. The server validates the amount with a sentence; here it only has to be a number. */
const RUPEES_MAX = 1_000_000_000;
export const rupeesTyped = z.int("Capital must be a whole number of rupees").min(-RUPEES_MAX).max(RUPEES_MAX);
const consentVersion = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .describe("version of the text on terms and risk that the screen showed; recorded once")
  .optional();

const asked = z.strictObject({ broker: broker.optional() });
/** Without a broker: the running run, first in the brokers' fixed order. */
const named = z.strictObject({ broker: broker.optional() });

const stock = z.strictObject({
  symbol: z.string(),
  isin: z.string(),
  rank: z.int(),
  reason: z.string().describe("why the share is on the list, for traders"),
});

export const runReply = z.strictObject({
  status: z.enum(["running", "stopped"]),
  broker: broker.nullable().describe("broker of the run; null: nothing runs and no broker was named"),
  capital: z.number().describe("in rupees: the run's while it runs, else what was last saved"),
  stocks: z.array(stock).describe("the day's shortlist of the strategy; empty while nothing runs"),
  background_mode: z
    .boolean()
    .describe("background mode: continues without an open page and starts again each trading day"),
  closing: z.boolean().describe("stopped, and something is still open: it is being closed"),
  approval_mode: approvalMode.nullable().describe("mode of the run, or else the saved one; null: none was saved"),
  day_approval: z
    .enum(["not_needed", "given", "waiting", "too_late"])
    .nullable()
    .describe("of the automatic mode, once a day; null while nothing runs"),
  started_at: z.iso.datetime().nullable(),
  stopped_at: z.iso.datetime().nullable(),
  stop_cause: z.enum(stopCauses).nullable(),
  next_start: z.iso.date().nullable().describe("the trading day of the next automatic start; null: none"),
  kill_switch: z.boolean().describe("kill switch used today and not lifted: nothing starts"),
  consent_needed: z.string().nullable().describe("version of the consent that is still required; null: none"),
});
export type RunReply = z.infer<typeof runReply>;

const allRunsReply = z.strictObject(recordOf(tradingBrokers, () => runReply));

const changedReply = runReply.extend({ message: z.string() });
export type ChangedRunReply = z.infer<typeof changedReply>;

const startProblems = [
  "subscription_required",
  "dob_missing",
  "too_young_to_trade",
  "credentials_missing",
  "already_running",
  "market_closed",
  "start_too_late",
  "kill_switch_on",
  "still_closing",
  "capital_refused",
  "consent_outdated",
] as const;

const backgroundQuery = z.strictObject({ background_mode: z.enum(["true", "false"]).optional() });

export const algorithmRunEndpoints = {
  readAlgorithm: endpoint({
    method: "GET",
    path: "/algorithm/status",
    summary: "Whether the caller's algorithm runs",
    access: "user",
    query: asked,
    reply: runReply,
    problems: [],
  }),
  readAllAlgorithms: endpoint({
    method: "GET",
    path: "/algorithm/all-status",
    summary: "Whether the caller's algorithm runs, for each broker",
    access: "user",
    reply: allRunsReply,
    problems: [],
  }),
  readAlgorithmDetails: endpoint({
    method: "GET",
    path: "/algorithm/details",
    summary: "The caller's run with its capital",
    access: "user",
    query: asked,
    reply: runReply,
    problems: [],
  }),
  startAlgorithm: endpoint({
    method: "POST",
    path: "/algorithm/start",
    summary: `Start today's run; without a broker at the first connected of ${brokerNames.join(", ")}`,
    access: "user",
    idempotent: true,
    query: backgroundQuery,
    body: z.strictObject({
      trading_type: z.literal("equity").optional(),
      capital: rupeesTyped,
      broker: broker.optional(),
      background_mode: z.boolean().optional(),
      consent_version: consentVersion,
    }),
    reply: changedReply,
    problems: startProblems,
  }),
  startAlgorithmNextDay: endpoint({
    method: "POST",
    path: "/algorithm/start-next-day",
    summary: "Start automatically from the next trading day on (background mode)",
    access: "user",
    idempotent: true,
    body: z.strictObject({
      capital: rupeesTyped,
      broker: z.enum(brokerNames).optional(),
      consent_version: consentVersion,
    }),
    reply: changedReply,
    problems: [
      "subscription_required",
      "dob_missing",
      "too_young_to_trade",
      "credentials_missing",
      "capital_refused",
      "consent_outdated",
      "calendar_ends",
    ],
  }),
  stopAlgorithm: endpoint({
    method: "POST",
    path: "/algorithm/stop",
    summary: "End today's run: no new entries, working orders are cancelled, positions are closed",
    access: "user",
    idempotent: true,
    body: named,
    reply: changedReply,
    problems: [],
  }),
  stopAlgorithmBackground: endpoint({
    method: "POST",
    path: "/algorithm/stop-background",
    summary: "End today's run and the daily restart",
    access: "user",
    idempotent: true,
    body: named,
    reply: changedReply,
    problems: [],
  }),
  startAngelOneAlgorithm: endpoint({
    method: "POST",
    path: "/angelone-algorithm/start",
    summary: "Start today's run at Angel One",
    access: "user",
    idempotent: true,
    body: z.strictObject({
      capital: rupeesTyped,
      background_mode: z.boolean().optional(),
      consent_version: consentVersion,
    }),
    reply: changedReply,
    problems: startProblems,
  }),
  stopAngelOneAlgorithm: endpoint({
    method: "POST",
    path: "/angelone-algorithm/stop",
    summary: "End today's run at Angel One",
    access: "user",
    idempotent: true,
    reply: changedReply,
    problems: [],
  }),
  setApprovalMode: endpoint({
    method: "PUT",
    path: "/algorithm/approval-mode",
    summary: "Choose for a linked account whether a day or each entry needs approval",
    access: "user",
    body: z.strictObject({ broker, mode: approvalMode }),
    reply: changedReply,
    problems: ["not_stored"],
  }),
  approveAlgorithmDay: endpoint({
    method: "POST",
    path: "/algorithm/approve-day",
    summary: "The automatic mode's one approval of the day, for a run that started automatically; until 2:45 PM",
    access: "user",
    idempotent: true,
    body: named,
    reply: changedReply,
    problems: ["nothing_running", "approval_too_late"],
  }),
  pressKillSwitch: endpoint({
    method: "POST",
    path: "/algorithm/kill",
    summary: "Stop everything in all accounts: no entries, cancel, close, and no automatic start",
    access: "user",
    idempotent: true,
    reply: z.strictObject({
      message: z.string(),
      is_flat: z.boolean(),
      still_open: z.array(broker).describe("brokers with an open position or an order that could still trade"),
    }),
    problems: [],
  }),
  readKillSwitch: endpoint({
    method: "GET",
    path: "/algorithm/kill",
    summary: "Whether all accounts of the caller are flat, from proved data",
    access: "user",
    reply: z.strictObject({
      is_flat: z.boolean(),
      still_open: z.array(broker).describe("brokers with an open position or an order that could still trade"),
    }),
    problems: [],
  }),
  liftKillSwitch: endpoint({
    method: "DELETE",
    path: "/algorithm/kill",
    summary: "Allow starts again; refused while a position or order is open",
    access: "user",
    reply: z.strictObject({ message: z.string() }),
    problems: ["still_closing"],
  }),
};
