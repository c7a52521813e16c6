import { describe, expect, it } from "vitest";
import { epochMs } from "../time/clock.ts";
import { asksForPerson, canLogInAlone, isLoginOutcome, loginOutcomes, refusedByBroker } from "./morning-login.ts";

describe("an unattended login", () => {
  const stored = { sealedPin: "pin", sealedTotp: "totp" };

  it("requires all stored credentials, at a broker that accepts them", () => {
    expect([canLogInAlone("stored", stored), canLogInAlone("page_then_stored", stored)]).toEqual([true, true]);
    expect(canLogInAlone("page", stored)).toBe(false);
    expect(canLogInAlone("stored", { sealedPin: null, sealedTotp: "totp" })).toBe(false);
    expect(canLogInAlone("stored", { sealedPin: "pin", sealedTotp: null })).toBe(false);
  });

  it("asks the user only when it was refused or is impossible", () => {
    expect(loginOutcomes.filter(asksForPerson)).toEqual(["refused", "person_needed"]);
  });

  it("recognises its outcomes by name", () => {
    expect([isLoginOutcome("refused"), isLoginOutcome("failed")]).toEqual([true, false]);
  });

  it("counts as refused only when the broker itself refused", () => {
    const kept = (code: string) => ({ code, detail: "Invalid PIN", at: epochMs(0) });
    expect(refusedByBroker(kept("broker_refused"))).toEqual(kept("broker_refused"));
    expect(refusedByBroker(kept("broker_unavailable"))).toBeNull();
    expect(refusedByBroker(kept("session_expired"))).toBeNull();
    expect(refusedByBroker(null)).toBeNull();
  });
});
