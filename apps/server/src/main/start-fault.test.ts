import { describe, expect, it } from "vitest";
import { toStartFault } from "./start-fault.ts";

describe("a failed start", () => {
  it.each([
    [new Error("the disk is full"), "Vriddhi could not start: the disk is full"],
    [
      Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE", port: 3000 }),
      "Vriddhi could not start: port 3000 is taken by another program; set PORT to a free one.",
    ],
    ["no reason", "Vriddhi could not start: no reason"],
  ])("is reported in one sentence: %s", (cause, sentence) => {
    expect(toStartFault(cause)).toBe(sentence);
  });
});
