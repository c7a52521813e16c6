import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Queue } from "./queue.ts";

describe("a queue", () => {
  it("is FIFO", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer())), (steps) => {
        const queue = new Queue<number>();
        const model: number[] = [];
        for (const step of steps) {
          if (step === null) expect(queue.shift()).toBe(model.shift());
          else {
            queue.push(step);
            model.push(step);
          }
          expect(queue.length).toBe(model.length);
        }
        while (model.length > 0) expect(queue.shift()).toBe(model.shift());
        expect(queue.shift()).toBeUndefined();
      }),
    );
  });
});
