import type { LedgerFact, PositionId } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { describe, expect, it } from "vitest";
import { isPiggybacked, type Step } from "./decide-account.ts";

const tag = "A97RN3FRTBGBAS0" as OrderTag;
const fact: LedgerFact = { kind: "position_closing", positionId: tag as string as PositionId, reason: "target" };
const write: Step = { kind: "write", fact };
const move: Step = { kind: "move", tag, event: { kind: "withdrawn" } };
const cancel: Step = { kind: "cancel", tag, cause: "target" };
const modify: Step = { kind: "modify", tag, quantity: 1, pricing: { kind: "limit", limit: paise(1) }, cause: "target" };

describe("a fact written with a broker call", () => {
  it("is part of the commit that stores the order's change", () => {
    expect(isPiggybacked([write, modify])).toBe(true);
    expect(isPiggybacked([write, cancel, { kind: "go", tag }])).toBe(true);
  });

  it("is committed before the calls when an order moves or the first call stores nothing", () => {
    expect(isPiggybacked([write])).toBe(false);
    expect(isPiggybacked([write, move, modify])).toBe(false);
    expect(isPiggybacked([write, { kind: "go", tag }, modify])).toBe(false);
    expect(isPiggybacked([write, { kind: "send", tag }])).toBe(false);
  });
});
