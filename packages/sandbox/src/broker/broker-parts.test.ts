import { rupees } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { describe, expect, it } from "vitest";
import { createExchange } from "../exchange/exchange.ts";
import { createFaults } from "../faults/faults.ts";
import { createClients } from "./client.ts";
import { loginPage } from "./page.ts";
import { createPushes } from "./pushes.ts";
import { createRateWindows } from "./rate-windows.ts";
import { isTotp, totpAt } from "./totp.ts";

describe("one-time passwords", () => {
  // RFC 6238, appendix B: the last six of the eight digits; the secret is the ASCII text 12345678901234567890
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [20_000_000_000, "353130"],
  ])("at second %i are %s", (second, code) => {
    expect(totpAt(secret, epochMs(second * 1_000))).toBe(code);
  });

  it("are valid in the previous and next time step, not two steps away", () => {
    const now = epochMs(1_800_000_000_000);
    const codeAt = (shiftMs: number) => totpAt(secret, epochMs(now + shiftMs));
    expect(isTotp(secret, codeAt(-30_000), now)).toBe(true);
    expect(isTotp(secret, codeAt(30_000), now)).toBe(true);
    expect(isTotp(secret, codeAt(-60_000), now)).toBe(false);
    expect(isTotp(secret, "", now)).toBe(false);
    expect(isTotp("not base 32!", "000000", now)).toBe(false);
  });
});

describe("rate windows", () => {
  it("restart with the calendar second and pass nothing beyond the limit", () => {
    const windows = createRateWindows();
    const take = (ms: number) => windows.take("a", { second: 2, minute: 3 }, epochMs(ms));
    expect([take(1_000), take(1_999), take(1_999)]).toEqual([null, null, "second"]);
    expect(take(2_000)).toBe("minute");
    expect(take(60_000)).toBeNull();
  });

  it("count every key separately and the day in India", () => {
    const windows = createRateWindows();
    const beforeMidnight = Date.parse("2026-11-16T23:59:59+05:30");
    expect(windows.take("a", { day: 1 }, epochMs(beforeMidnight))).toBeNull();
    expect(windows.take("b", { day: 1 }, epochMs(beforeMidnight))).toBeNull();
    expect(windows.take("a", { day: 1 }, epochMs(beforeMidnight))).toBe("day");
    expect(windows.take("a", { day: 1 }, epochMs(beforeMidnight + 1_000))).toBeNull();
  });
});

describe("broker clients", () => {
  const exchange = () => createExchange({ seed: 1, calendar: nseCalendar });

  it("always have the same secrets for the same id, and others for another", () => {
    const one = createClients("zerodha", exchange()).open({ id: "AB1234", cashPaise: rupees(1_000) });
    const again = createClients("zerodha", exchange()).open({ id: "AB1234", cashPaise: rupees(5) });
    const other = createClients("zerodha", exchange()).open({ id: "AB1235", cashPaise: rupees(5) });
    expect(again).toEqual(one);
    expect(other.totpSecret).not.toBe(one.totpSecret);
    expect(other.app.key).not.toBe(one.app.key);
    expect(one.pin).toMatch(/^\d{4}$/);
  });

  it("are created by the thousand and found by id and by key", () => {
    const clients = createClients("fyers", exchange());
    const ids = clients.openMany(2_000, { prefix: "FB", cashPaise: rupees(10_000) });
    expect(ids).toHaveLength(2_000);
    const last = clients.find(ids.at(-1) ?? "");
    expect(clients.findByKey(last?.app.key ?? "")?.id).toBe("FB02000");
    expect(clients.find("unknown")).toBeNull();
  });

  it("keep their changes", () => {
    const clients = createClients("angelone", exchange());
    clients.open({ id: "A1", cashPaise: rupees(1) });
    clients.change("A1", { orderAddresses: ["127.0.0.9"], redirectUrl: "http://localhost/connect/angelone" });
    expect(clients.find("A1")).toMatchObject({
      orderAddresses: ["127.0.0.9"],
      app: { redirectUrl: "http://localhost/connect/angelone" },
    });
  });
});

describe("pushes", () => {
  const rig = () => {
    const faults = createFaults();
    const got: string[] = [];
    const peer = { send: (frame: string | Uint8Array) => void got.push(String(frame)), close: () => undefined };
    return { faults, got, peer, pushes: createPushes(faults, "zerodha") };
  };

  it("are duplicated on request", () => {
    const { faults, got, peer, pushes } = rig();
    faults.set("zerodha", "duplicate-push");
    pushes.send(peer, "a");
    pushes.send(peer, "b");
    expect(got).toEqual(["a", "a", "b"]);
  });

  it("are reordered on request, and none is lost", () => {
    const { faults, got, peer, pushes } = rig();
    faults.set("zerodha", "reorder-push");
    pushes.send(peer, "a");
    pushes.send(peer, "b");
    expect(got).toEqual(["b", "a"]);
    faults.set("zerodha", "reorder-push");
    pushes.send(peer, "c");
    pushes.flush();
    expect(got).toEqual(["b", "a", "c"]);
  });
});

it("a login page escapes user input", () => {
  const page = loginPage({
    broker: "X",
    heading: "Log in",
    text: "Welcome",
    action: "/login",
    submit: "Go",
    fields: [{ name: "user", label: "User", value: '"><script>' }],
    hidden: { state: "<img>" },
    fault: "<b>no</b>",
  });
  expect(page).not.toMatch(/<script>|<img>|<b>/);
});
