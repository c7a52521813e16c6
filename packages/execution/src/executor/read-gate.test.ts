import { describe, expect, it } from "vitest";
import { ReadGate } from "./read-gate.ts";

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("reads of many accounts", () => {
  it("go so many at once, the urgent ones first, and one that becomes urgent overtakes", async () => {
    const gate = new ReadGate(1);
    const order: string[] = [];
    const read = (name: string, isUrgent: boolean) => {
      const ticket = gate.enter(isUrgent);
      void ticket.begun.then(() => order.push(name));
      return ticket;
    };
    const first = read("first", false);
    const calm = read("calm", false);
    const later = read("later", false);
    const urgent = read("urgent", true);
    later.hurry();
    await settled();
    expect(order).toEqual(["first"]);
    for (const ticket of [first, urgent, later, calm]) {
      ticket.done();
      await settled();
    }
    expect(order).toEqual(["first", "urgent", "later", "calm"]);
    read("again", false);
    await settled();
    expect(order.at(-1)).toBe("again");
  });
});
