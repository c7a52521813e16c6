import type { WireReply } from "../broker/wire.ts";
import { fieldsOf, isFields } from "./body.ts";
import type { Call, FyersDeps } from "./call.ts";
import { readPlacement } from "./order-input.ts";
import { badInput, done, refusals, refused } from "./reply.ts";
import { toRupees } from "./rupees.ts";

/** Personal data is masked in the middle. */
const mask = (text: string, head: number, tail: number): string =>
  `${text.slice(0, head)}${"x".repeat(Math.max(0, text.length - head - tail))}${text.slice(text.length - tail)}`;

function maskEmail(email: string): string {
  const [name = "", host = ""] = email.split("@");
  return `${mask(name, 1, 1)}@${host}`;
}

export function profile({ clients }: FyersDeps, { client }: Call): WireReply {
  const found = clients.find(client);
  if (found === null) return refused(refusals.tokenUnknown);
  return done({
    data: {
      name: found.name,
      image: null,
      display_name: null,
      email_id: maskEmail(found.email),
      PAN: "FYxxxxxx0S",
      fy_id: found.id,
      pin_change_date: "02-11-2026 10:00:00",
      mobile_number: mask(found.mobile, 2, 2),
      totp: true,
      pwd_change_date: null,
      pwd_to_expire: 90,
      ddpi_enabled: false,
      mtf_enabled: false,
    },
  });
}

/** The rows are documented by title only; the sums of the first three are assumed. */
export function funds({ exchange }: FyersDeps, { client }: Call): WireReply {
  const { opening, cash, blocked, realised, available } = exchange.funds(client);
  const rows: readonly (readonly [string, number])[] = [
    ["Total Balance", cash + realised],
    ["Utilized Amount", blocked],
    ["Clear Balance", available],
    ["Realized Profit and Loss", realised],
    ["Collaterals", 0],
    ["Fund Transfer", 0],
    ["Receivables", 0],
    ["Adhoc Limit", 0],
    ["Limit at start of the day", opening],
    ["Available Balance", available],
  ];
  return done({
    fund_limit: rows.map(([title, amount], index) => ({
      id: index + 1,
      title,
      equityAmount: toRupees(amount),
      commodityAmount: 0,
    })),
  });
}

/** Each order separately: released margin is not counted for the next. */
export function margin(desk: FyersDeps, { client, request }: Call): WireReply {
  const list = fieldsOf(request.body)?.["data"];
  if (!Array.isArray(list) || list.length === 0) return refused(badInput("data is invalid"));
  let needed = 0;
  for (const fields of list) {
    const read = isFields(fields)
      ? readPlacement({ validity: "DAY", ...fields }, client, desk.symbols)
      : ({ ok: false, error: badInput("data is invalid") } as const);
    if (!read.ok) return refused(read.error);
    const { instrument, ...order } = read.value;
    needed += desk.exchange.requiredMargin({ ...order, account: client, symbol: instrument.symbol });
  }
  const { available, blocked } = desk.exchange.funds(client);
  return done({
    data: {
      margin_avail: toRupees(available),
      margin_total: toRupees(blocked + needed),
      margin_new_order: toRupees(needed),
    },
  });
}

export function logout({ sessions }: FyersDeps, { session }: Call): WireReply {
  sessions.close(session);
  return done({}, 200, "you are successfully logged out");
}
