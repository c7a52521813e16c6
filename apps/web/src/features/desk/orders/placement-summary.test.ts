import { describe, expect, it } from "vitest";
import { type PlacementDetail, placementCsv, reasonsOf } from "./placement-summary.ts";

type AccountOrder = PlacementDetail["orders"][number];

const anOrder = (changes: Partial<AccountOrder>): AccountOrder => ({
  row: 1,
  user_id: "u",
  username: "priya.menon",
  broker: "fyers",
  symbol: "RELIANCE",
  quantity: 10,
  filled: 0,
  tag: "V1",
  outcome: "placed",
  message: null,
  ...changes,
});

describe("the summary of a placement", () => {
  it("counts failures by reason, the most frequent first and unknown last", () => {
    const funds = { outcome: "refused", message: "Insufficient funds" } as const;
    const lines = reasonsOf([
      anOrder({}),
      anOrder({ outcome: "unknown" }),
      anOrder({ outcome: "unknown", broker: "zerodha" }),
      anOrder({ outcome: "unknown", broker: "zerodha" }),
      anOrder(funds),
      anOrder({ ...funds, broker: "zerodha" }),
      anOrder({ outcome: "skipped", message: "Above the account's limit" }),
    ]);
    expect(lines.map(({ reason, count }) => [reason, count])).toEqual([
      ["Insufficient funds", 2],
      ["Above the account's limit", 1],
      ["Still unknown, looked up by tag", 3],
    ]);
    expect(lines[2]?.brokers).toEqual([
      ["zerodha", 2],
      ["fyers", 1],
    ]);
  });

  it("is a table in which a hostile name is no formula", () => {
    const csv = placementCsv([anOrder({ username: '=HYPERLINK("http://x")', message: 'He said "no", twice' })]);
    const [head, line] = csv.split("\r\n");
    expect(head).toBe("row,username,broker,symbol,quantity,filled,tag,outcome,message");
    expect(line).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(line).toContain(`"He said ""no"", twice"`);
  });
});
