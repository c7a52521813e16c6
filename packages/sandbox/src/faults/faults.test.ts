import { describe, expect, it } from "vitest";
import { createFaults } from "./faults.ts";

describe("faults", () => {
  it("apply once by default, and only to their target", () => {
    const faults = createFaults();
    faults.set("mail", "timeout");

    expect(faults.take("sms")).toBeNull();
    expect(faults.take("mail")).toBe("timeout");
    expect(faults.take("mail")).toBeNull();
  });

  it("count down", () => {
    const faults = createFaults();
    faults.set("sms", "http500", 2);

    expect(faults.list()).toEqual([{ target: "sms", kind: "http500", count: 2 }]);
    faults.take("sms");
    expect(faults.list()).toEqual([{ target: "sms", kind: "http500", count: 1 }]);
    faults.take("sms");
    expect(faults.list()).toEqual([]);
  });

  it("of several kinds apply in the order in which they were set", () => {
    const faults = createFaults();
    faults.set("sms", "timeout");
    faults.set("sms", "reject");

    expect([faults.take("sms"), faults.take("sms"), faults.take("sms")]).toEqual(["timeout", "reject", null]);
  });

  it("that are set again get the new count instead of the sum", () => {
    const faults = createFaults();
    faults.set("sms", "reject", 5);
    faults.set("sms", "reject", 1);

    expect(faults.list()).toEqual([{ target: "sms", kind: "reject", count: 1 }]);
  });

  it("are removed by clear or by a count of 0", () => {
    const faults = createFaults();
    faults.set("mail", "reject", 3);
    faults.clear();
    faults.set("sms", "reject", 0);

    expect(faults.list()).toEqual([]);
    expect(faults.take("mail")).toBeNull();
  });
});
