import { describe, expect, it } from "vitest";
import { planDay } from "./day-plan.ts";
import { faultScenarioNames } from "./fault-scenarios.ts";

const DAYS = 400;
const days = Array.from({ length: DAYS }, (_, seed) => planDay(seed + 1));

describe("fault scenarios of a day", () => {
  it("occur unrequested, and not on every day", () => {
    const faulted = days.filter(({ signals }) => signals.some(({ id }) => id.startsWith("signal-") && id.length > 8));
    expect(faulted.length).toBeGreaterThan(DAYS / 10);
    expect(faulted.length).toBeLessThan((DAYS * 9) / 10);
  });

  it.each(faultScenarioNames)("%s occurs unrequested on at least one day of a hundred", (name) => {
    const isSame = (seed: number) => JSON.stringify(planDay(seed)) === JSON.stringify(planDay(seed, [name]));
    expect(days.filter(({ seed }) => isSame(seed)).length).toBeGreaterThan(DAYS / 100);
  });

  it.each(faultScenarioNames)("%s changes nothing else of a day when it is requested", (name) => {
    const plain = planDay(3);
    const faulted = planDay(3, [name]);
    for (const signal of plain.signals) expect(faulted.signals).toContainEqual(signal);
    for (const injectedFault of plain.injectedFaults) expect(faulted.injectedFaults).toContainEqual(injectedFault);
    expect(faulted.callFaults).toEqual(expect.arrayContaining([...plain.callFaults]));
    expect(faulted.speed).toBe(plain.speed);
  });
});
