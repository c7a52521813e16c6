import { err, ok } from "@vriddhi/core/shared/result";
import { describe, expect, it } from "vitest";
import type { Answer } from "./answers.ts";
import { createBookMemory } from "./book-memory.ts";

const answered = (body: string, status = 200): Answer => ok({ status, headers: {}, body });

function aReader() {
  let reads = 0;
  return {
    count: () => reads,
    read: (answer: Answer) => {
      reads += 1;
      return answer.ok && answer.value.status === 200
        ? ok({ rows: [answer.value.body], unreadable: 0 })
        : err({ kind: "unavailable" as const, reason: "broken" });
    },
  };
}

describe("a book that is read again", () => {
  it("is parsed once while its bytes stay the same", () => {
    const readOnce = createBookMemory();
    const reader = aReader();
    const first = readOnce("AB1234", answered("same"), reader.read);
    expect(readOnce("AB1234", answered("same"), reader.read)).toEqual(first);
    expect(reader.count()).toBe(1);
  });

  it("is parsed again when a byte differs, and for another account", () => {
    const readOnce = createBookMemory();
    const reader = aReader();
    readOnce("AB1234", answered("one"), reader.read);
    expect(readOnce("AB1234", answered("two"), reader.read)).toEqual(ok({ rows: ["two"], unreadable: 0 }));
    expect(readOnce("CD5678", answered("one"), reader.read)).toEqual(ok({ rows: ["one"], unreadable: 0 }));
    expect(reader.count()).toBe(3);
  });

  it("gives the same book when only unused fields have changed", () => {
    const readOnce = createBookMemory((body) => body.replace(/price=\d+/, ""));
    const reader = aReader();
    const first = readOnce("AB1234", answered("order price=1"), reader.read);
    expect(readOnce("AB1234", answered("order price=2"), reader.read)).toEqual(first);
    expect(reader.count()).toBe(1);
  });

  it("never hides a refusal or a broken line behind an older book", () => {
    const readOnce = createBookMemory();
    const reader = aReader();
    readOnce("AB1234", answered("same"), reader.read);
    expect(readOnce("AB1234", answered("same", 500), reader.read).ok).toBe(false);
    const lost: Answer = err({ kind: "lost", reason: "timeout", isReset: true });
    expect(readOnce("AB1234", lost, reader.read).ok).toBe(false);
  });

  it("evicts the least recently requested", () => {
    const readOnce = createBookMemory(undefined, 2);
    const reader = aReader();
    for (const account of ["A", "B", "A", "C"]) readOnce(account, answered(account), reader.read);
    expect(reader.count()).toBe(3);
    readOnce("A", answered("A"), reader.read);
    expect(reader.count()).toBe(3);
    readOnce("B", answered("B"), reader.read);
    expect(reader.count()).toBe(4);
  });
});
