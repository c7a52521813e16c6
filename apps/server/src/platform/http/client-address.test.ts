import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLoopback, limitSubject } from "./client-address.ts";

describe("the rate-limit subject", () => {
  it("is a whole IPv4 address", () => {
    expect(limitSubject("203.0.113.7")).toBe("203.0.113.7");
    expect(limitSubject("203.0.113.7")).not.toBe(limitSubject("203.0.113.8"));
  });

  it("is the same IPv4 address in its IPv6-mapped form", () => {
    expect(limitSubject("::ffff:203.0.113.7")).toBe("203.0.113.7");
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["2001:db8::1", "2001:db8:0:0:5::9"],
    ["2001:db8:1:2:3:4:5:6", "2001:DB8:0001:0002::"],
    ["::1", "::2"],
    ["64:ff9b::1.2.3.4", "64:ff9b::5.6.7.8"],
  ])("is one household: %s and %s", (one, other) => {
    expect(limitSubject(one)).toBe(limitSubject(other));
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:3::1"],
    ["2001:db8:1::1", "2001:db8:1:1::1"],
    ["::1", "0:0:0:1::1"],
  ])("are two households: %s and %s", (one, other) => {
    expect(limitSubject(one)).not.toBe(limitSubject(other));
  });

  it("depends only on the first four groups of an IPv6 address in any notation", () => {
    const groups = fc.tuple(...Array.from({ length: 8 }, () => fc.integer({ min: 0, max: 0xffff })));
    fc.assert(
      fc.property(groups, fc.boolean(), (numbers, isPadded) => {
        const text = numbers.map((number) => number.toString(16).padStart(isPadded ? 4 : 1, "0")).join(":");
        const network = numbers.slice(0, 4).map((number) => number.toString(16));
        expect(limitSubject(text)).toBe(`${network.join(":")}::/64`);
      }),
    );
  });
});

describe("the loopback range", () => {
  it.each(["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])("includes %s", (ip) => {
    expect(isLoopback(ip)).toBe(true);
  });

  it.each(["128.0.0.1", "10.0.0.1", "::ffff:10.0.0.1", "::2", "1270.0.0.1", "evil127.0.0.1", "2001:db8::127.0.0.1"])(
    "does not include %s",
    (ip) => {
      expect(isLoopback(ip)).toBe(false);
    },
  );
});
