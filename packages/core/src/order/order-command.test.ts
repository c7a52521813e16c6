import { describe, expect, it } from "vitest";
import { paise } from "../shared/money.ts";
import { epochMs, later } from "../time/clock.ts";
import {
  COMMAND_SHOWN_WITHIN_MS,
  type CommandAnswer,
  judgeCommand,
  type OrderCommand,
  reasonOf,
} from "./order-command.ts";

const SENT = epochMs(1_000);
const modify = (answer: CommandAnswer): OrderCommand => ({
  n: 1,
  sentAt: SENT,
  answer,
  kind: "modify",
  quantity: 8,
  pricing: { kind: "limit", limit: paise(99_000) },
});
const cancel = (answer: CommandAnswer): OrderCommand => ({ n: 2, sentAt: SENT, answer, kind: "cancel" });
const before = { status: "trigger_pending", quantity: 10, limit: paise(96_000), trigger: paise(98_000) } as const;
const changed = { status: "open", quantity: 8, limit: paise(99_000), trigger: null } as const;
const after = (ms: number) => later(SENT, ms);

describe("the reason of an order's end", () => {
  const ended = { status: "cancelled", reason: "ended_by_broker" } as const;

  it.each(["none", "taken", "lost", "lost_reset"] as const)(
    "is our cancellation, where its answer was %s",
    (answer) => {
      expect(reasonOf(ended, [modify("taken"), cancel(answer)])).toBe("taken_back");
    },
  );

  it("is the broker when the product requested no cancellation or the broker refused it", () => {
    for (const commands of [[], [modify("taken")], [cancel("refused")], [cancel("never_sent")]])
      expect(reasonOf(ended, commands)).toBe("ended_by_broker");
    expect(reasonOf({ ...ended, status: "rejected" }, [cancel("taken")])).toBe("ended_by_broker");
    expect(reasonOf({ status: "filled", reason: null }, [cancel("taken")])).toBeNull();
  });
});

describe("a command", () => {
  it.each(["none", "taken", "refused", "lost_reset", "lost"] as const)(
    "is done when the book shows it, even when its answer was %s",
    (answer) => {
      expect(judgeCommand(modify(answer), changed, after(0))).toBe("done");
    },
  );

  it("is not confirmed by a book row with another quantity, price or trigger", () => {
    expect(judgeCommand(modify("taken"), { ...changed, quantity: 9 }, after(1))).toBe("open");
    expect(judgeCommand(modify("taken"), { ...changed, limit: paise(98_995) }, after(1))).toBe("open");
    const stop: OrderCommand = {
      ...modify("taken"),
      kind: "modify",
      quantity: 8,
      pricing: { kind: "stop_limit", trigger: paise(98_000), limit: paise(95_000) },
    };
    expect(judgeCommand(stop, { ...before, quantity: 8, limit: paise(95_000) }, after(1))).toBe("done");
    expect(judgeCommand(stop, { ...before, quantity: 8, limit: paise(95_000), trigger: paise(1) }, after(1))).toBe(
      "open",
    );
  });

  it("is not confirmed by a stop that still waits, although its limit is the requested one", () => {
    const waiting = { ...before, quantity: 8, limit: paise(99_000) };
    expect(judgeCommand(modify("taken"), waiting, after(1))).toBe("open");
    expect(judgeCommand(modify("refused"), waiting, after(1))).toBe("not_done");
  });

  it.each(["filled", "cancelled", "rejected", "expired"] as const)("is over when the order is %s", (status) => {
    expect(judgeCommand(modify("lost"), { ...before, status }, after(0))).toBe("over");
    expect(judgeCommand(cancel("taken"), { ...before, status }, after(0))).toBe("over");
  });

  it.each([
    ["refused", 0],
    ["never_sent", 0],
    ["turned_away", 0],
    ["taken", COMMAND_SHOWN_WITHIN_MS],
    ["lost_reset", COMMAND_SHOWN_WITHIN_MS],
    ["lost", COMMAND_SHOWN_WITHIN_MS],
    ["none", COMMAND_SHOWN_WITHIN_MS],
  ] as const)("that the book does not show is given up, %s, after %d ms", (answer, ms) => {
    for (const command of [cancel(answer), modify(answer)]) {
      expect(judgeCommand(command, before, after(ms))).toBe("not_done");
      if (ms > 0) expect(judgeCommand(command, before, after(ms - 1))).toBe("open");
    }
  });

  it.each(["taken", "lost_reset", "lost", "none"] as const)(
    "that raises the quantity is given up as soon as any other, %s: its quantity is uncovered meanwhile",
    (answer) => {
      const few = { ...before, quantity: 4 };
      expect(judgeCommand(modify(answer), few, after(COMMAND_SHOWN_WITHIN_MS))).toBe("not_done");
      expect(judgeCommand(modify(answer), few, after(COMMAND_SHOWN_WITHIN_MS - 1))).toBe("open");
    },
  );

  it("is never confirmed or rejected by an older book", () => {
    expect(() => judgeCommand(cancel("taken"), before, epochMs(999))).toThrow("later read");
  });
});
