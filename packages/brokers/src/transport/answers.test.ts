import { err, ok } from "@vriddhi/core/shared/result";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createAnswers, type Judge, toBook } from "./answers.ts";
import { wireNumber, wireRows, wireWhole } from "./wire-kit.ts";

const judge: Judge = (_, body) =>
  body === "no" ? { kind: "rejected", reason: "no" } : { kind: "unclear", reason: "ambiguous" };
const answers = createAnswers(judge, { kind: "unclear", reason: "unreadable" });
const reply = (status: number, body: unknown) => ok({ status, headers: {}, body: JSON.stringify(body) });
const shape = z.object({ id: z.string() });
const row = z.object({ id: wireNumber, quantity: wireWhole });

describe("the outcome of an order call", () => {
  const written = (answer: Parameters<typeof answers.written>[0]) => answers.written(answer, shape, ({ id }) => id);

  it("is never_sent when the call did not leave; a lost call may be live, and the outcome says whether it may still arrive", () => {
    expect(written(err({ kind: "never_sent", reason: "too late" }))).toEqual(
      err({ kind: "never_sent", reason: "too late" }),
    );
    for (const isReset of [true, false])
      expect(written(err({ kind: "lost", reason: "timeout", isReset }))).toEqual(
        err({ kind: "outcome_unknown", reason: "timeout", mayStillArrive: !isReset }),
      );
  });

  it("is done, refused or unknown after a reply", () => {
    expect(written(reply(200, { id: "7" }))).toEqual(ok("7"));
    expect(written(reply(200, "no"))).toEqual(err({ kind: "rejected", reason: "no" }));
    for (const unclear of [reply(200, {}), reply(500, { id: "7" }), ok({ status: 200, headers: {}, body: "<html>" })])
      expect(written(unclear)).toEqual(err({ kind: "outcome_unknown", reason: "ambiguous", mayStillArrive: false }));
  });
});

describe("the outcome of a read", () => {
  const read = (answer: Parameters<typeof answers.read>[0]) =>
    answers.read(answer, shape, ({ id }) => (id === "" ? null : id));

  it("is unavailable without a readable answer, whether the call left or not", () => {
    for (const answer of [
      err({ kind: "never_sent", reason: "x" } as const),
      err({ kind: "lost", reason: "x", isReset: true } as const),
      reply(503, { id: "7" }),
      reply(200, { id: "" }),
    ])
      expect(read(answer)).toMatchObject(err({ kind: "unavailable" }));
    expect(read(reply(200, { id: "7" }))).toEqual(ok("7"));
    expect(read(reply(403, "no"))).toEqual(err({ kind: "rejected", reason: "no" }));
  });
});

describe("a book with unreadable rows", () => {
  it("returns the readable rows and counts the rest", () => {
    const rows = [
      { id: "1", quantity: 1 },
      { id: 2, quantity: "2.0" },
      null,
      { id: "3" },
      "?",
      { id: "4", quantity: "x" },
    ];
    expect(toBook(rows, row, ({ id, quantity }) => (quantity === 1 ? null : id))).toEqual({
      rows: ["2"],
      unreadable: 5,
    });
    const answer = answers.book(reply(200, rows), wireRows, row, ({ id }) => id);
    expect(answer).toEqual(ok({ rows: ["1", "2"], unreadable: 4 }));
  });

  it("rejects an order number that a double cannot hold", () => {
    expect(wireNumber.safeParse(2 ** 60).success).toBe(false);
    expect(wireNumber.parse(201_020_000_000_080)).toBe("201020000000080");
  });

  it("is empty when the broker returns null, and an error for anything else", () => {
    expect(answers.book(reply(200, null), wireRows, row, ({ id }) => id)).toEqual(ok({ rows: [], unreadable: 0 }));
    expect(answers.book(reply(200, {}), wireRows, row, ({ id }) => id)).toMatchObject(err({ kind: "unavailable" }));
  });
});
