import {
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from "@vriddhi/core/notification/notification-kind";
import { DAY_MS, epochMs } from "@vriddhi/core/time/clock";
import { istMinute, istMinuteOf } from "@vriddhi/core/time/ist";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NoticeContent } from "./notice.ts";
import { wordsOf } from "./notice-format.ts";
import { isLocked, nextTryAfter, noiseAt, ruleOf, switchesAfter } from "./notice-rules.ts";

const kinds = fc.constantFrom<NotificationKind>(...notificationKinds);
const channels = fc.constantFrom(...notificationChannels);
const changes = fc.array(fc.record({ kind: kinds, channel: channels, isOn: fc.boolean() }));
const instants = fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }).map(epochMs);

describe("switches for notices", () => {
  it("notice switches exist for each kind and channel, and a security notice is always on", () => {
    fc.assert(
      fc.property(changes, (chosen) => {
        const switches = switchesAfter(chosen);
        expect(switches).toHaveLength(notificationKinds.length * notificationChannels.length);
        for (const each of switches) if (isLocked(each.kind)) expect(each.isOn).toBe(true);
      }),
    );
  });

  it("notice switches follow the user's choice, and the rest stays as it was", () => {
    const after = switchesAfter([{ kind: "login_link", channel: "mail", isOn: false }]);
    const before = switchesAfter([]);
    const changed = after.filter((each, place) => each.isOn !== before[place]?.isOn);
    expect(changed).toEqual([{ kind: "login_link", channel: "mail", isOn: false, isLocked: false }]);
  });
});

describe("the quiet hours of the night", () => {
  it("the quiet hours delay only what can wait, until seven, never for longer than a night", () => {
    fc.assert(
      fc.property(kinds, instants, fc.boolean(), (kind, now, isQuiet) => {
        const at = noiseAt(kind, isQuiet, now);
        expect(at).toBeGreaterThanOrEqual(now);
        expect(at - now).toBeLessThanOrEqual(9 * (DAY_MS / 24));
        if (!isQuiet || ruleOf(kind).isUrgent) expect(at).toBe(now);
        if (at !== now) expect(istMinuteOf(at)).toBe(istMinute(7, 0));
      }),
    );
  });

  it("the quiet hours begin at ten in the evening", () => {
    const at = (text: string) => epochMs(Date.parse(text));
    const morning = at("2026-11-17T07:00:00+05:30");
    expect(noiseAt("subscription", true, at("2026-11-16T21:59:59+05:30"))).toBe(at("2026-11-16T21:59:59+05:30"));
    expect(noiseAt("subscription", true, at("2026-11-16T22:00:00+05:30"))).toBe(morning);
    expect(noiseAt("subscription", true, at("2026-11-17T06:59:00+05:30"))).toBe(morning);
    expect(noiseAt("login_link", true, at("2026-11-17T06:59:00+05:30"))).toBe(at("2026-11-17T06:59:00+05:30"));
  });
});

describe("delivery attempts", () => {
  it("delivery attempts end after five, and never come before the requested delay", () => {
    expect([1, 2, 3, 4, 5].map((tries) => nextTryAfter(tries, null))).toEqual([5, 60, 300, 1_800, null]);
    expect(nextTryAfter(1, 40)).toBe(40);
    expect(nextTryAfter(5, 40)).toBeNull();
  });
});

describe("short texts", () => {
  const secret = "847362 shares of ACME at 1,23,456";
  const samples: readonly NoticeContent[] = [
    { kind: "order_filled", data: { sentence: secret } },
    { kind: "position_closed", data: { sentence: secret } },
    { kind: "daily_summary", data: { day: "16 Nov", sentences: [secret] } },
    { kind: "readiness", data: { broker: "fyers", isReady: false, reasons: [secret] } },
    { kind: "subscription", data: { title: "Renewed", sentences: [secret] } },
  ];

  it.each(samples)("short texts never contain what a lock screen should not show: $kind", (content) => {
    const { title, short, paragraphs } = wordsOf(content);
    expect(`${title} ${short}`).not.toContain(secret);
    expect(paragraphs).toContain(secret);
  });
});

describe("the texts of a morning", () => {
  const data = { broker: "angelone", isLast: false, refusal: null } as const;
  const form = { ...data, url: "http://x/algorithm/dashboard/AngelOneConnection", opens: "form" } as const;
  const link = { ...data, broker: "zerodha", url: "http://x/connect/zerodha?link=t", opens: "login" } as const;
  const all = (content: NoticeContent) => {
    const { title, paragraphs, closing, short } = wordsOf(content);
    return [title, ...paragraphs, closing, short].join("\n");
  };

  it("morning texts promise a single-use link only where there is one", () => {
    expect(all({ kind: "login_link", data: link })).toContain("works once");
    expect(all({ kind: "login_link", data: form })).not.toMatch(/works once|own login/);
  });

  it("morning texts give the broker's reason when it refused", () => {
    for (const each of [form, link])
      expect(all({ kind: "login_link", data: { ...each, refusal: "Invalid PIN" } })).toContain("Invalid PIN");
  });

  it("morning texts say why a morning failed and that there is no trading", () => {
    const failed = all({ kind: "morning_failed", data: { broker: "fyers", cause: "broker_unavailable" } });
    expect(failed).toContain("because Fyers did not answer until 9:10 AM");
    expect(failed).toContain("Today nothing is traded.");
  });

  it("morning texts ask for a login after a lost session only where we cannot do it ourselves", () => {
    expect(all({ kind: "session_lost", data: { broker: "fyers", isTriedAgain: true } })).toContain("We log in again");
    expect(all({ kind: "session_lost", data: { broker: "zerodha", isTriedAgain: false } })).toContain("Log in again");
  });
});
