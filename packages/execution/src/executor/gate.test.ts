import { describe, expect, it } from "vitest";
import { Gate, type Ticket } from "./gate.ts";

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function startWork(gate: Gate) {
  const begun: string[] = [];
  const held: Ticket[] = [];
  function enter(name: string, isUrgent = false): Ticket {
    const ticket = gate.enter(isUrgent);
    void ticket.begun.then(() => {
      begun.push(name);
      held.push(ticket);
    });
    return ticket;
  }
  async function endAll(): Promise<number> {
    const before = begun.length;
    for (const ticket of held.splice(0)) ticket.done();
    await settled();
    return begun.length - before;
  }
  return { enter, begun, held, endAll };
}

describe("the work of many accounts", () => {
  it("runs up to the limit at once, urgent work first, and work that becomes urgent overtakes", async () => {
    const { enter, begun, endAll } = startWork(new Gate(1));
    enter("first");
    enter("calm");
    const later = enter("later");
    enter("urgent", true);
    later.hurry();
    await settled();
    expect(begun).toEqual(["first"]);
    for (let n = 0; n < 4; n += 1) await endAll();
    expect(begun).toEqual(["first", "urgent", "later", "calm"]);
    enter("again");
    await settled();
    expect(begun.at(-1)).toBe("again");
  });

  it("starts with a few and doubles after each round up to the limit", async () => {
    const { enter, begun, held, endAll } = startWork(new Gate(100, 32));
    for (let n = 0; n < 500; n += 1) enter(String(n), true);
    await settled();
    expect(begun.length).toBe(32);
    expect(await endAll()).toBe(64);
    expect(await endAll()).toBe(100);
    expect(await endAll()).toBe(100);
    while (held.length > 0) await endAll();
    expect(begun).toEqual(Array.from({ length: 500 }, (_, n) => String(n)));
    for (let n = 0; n < 50; n += 1) enter(`again ${n}`);
    await settled();
    expect(held.length).toBe(32);
  });

  it("starts during an exclusive step only when it is or becomes urgent", async () => {
    const gate = new Gate(3);
    const { enter, begun, endAll } = startWork(gate);
    let [end, fail] = [() => {}, (_: Error) => {}];
    const alone = gate.keepCalm(() => new Promise((resolve) => (end = resolve)));
    const failing = gate.keepCalm(() => new Promise((_, reject) => (fail = reject)));
    enter("calm");
    const later = enter("later");
    enter("urgent", true);
    await settled();
    expect(begun).toEqual(["urgent"]);
    later.hurry();
    await settled();
    expect(begun).toEqual(["urgent", "later"]);
    end();
    await alone;
    await endAll();
    expect(begun).toEqual(["urgent", "later"]);
    fail(new Error("it failed"));
    await expect(failing).rejects.toThrow("it failed");
    for (const name of ["a", "b", "c"]) enter(name);
    await settled();
    expect(begun).toEqual(["urgent", "later", "calm", "a", "b"]);
    expect(await endAll()).toBe(1);
  });

  it("never exceeds a limit below the initial few", async () => {
    const { enter, begun, held, endAll } = startWork(new Gate(2, 32));
    for (let n = 0; n < 5; n += 1) enter(String(n));
    await settled();
    expect(held.length).toBe(2);
    expect(await endAll()).toBe(2);
    expect(await endAll()).toBe(1);
    expect(begun).toEqual(["0", "1", "2", "3", "4"]);
  });
});
