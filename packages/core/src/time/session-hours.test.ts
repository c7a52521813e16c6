import { describe, expect, it } from "vitest";
import { auctionPricesFrom, PREPARED_AT, shortlistAt } from "../strategy/strategy-hours.ts";
import { type IstMinute, istDate, istInstant, istMinute, toIstText } from "./ist.ts";
import { type CallAuction, CLOSING_AUCTION, preOpenOn, SESSION_OPEN } from "./session-hours.ts";

const clock = (minute: IstMinute | null): string | null =>
  minute === null ? null : `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
const timesOf = ({ from, limitOnlyFrom, closesFrom, closesUntil, matchedUntil }: CallAuction) =>
  [from, limitOnlyFrom, closesFrom, closesUntil, matchedUntil].map(clock);

describe("the opening auction", () => {
  it.each([
    // Until 4 September 2026, a Friday: random close in the last of eight minutes.
    ["2018-01-02", ["9:00", null, "9:07", "9:08", "9:12"]],
    ["2026-09-04", ["9:00", null, "9:07", "9:08", "9:12"]],
    // NSE CMTR74969: from 7 September 2026.
    ["2026-09-07", ["9:00", "9:05", "9:08", "9:10", "9:12"]],
    ["2026-11-16", ["9:00", "9:05", "9:08", "9:10", "9:12"]],
  ])("on %s has the hours of the circular of that time", (day, hours) => {
    expect(timesOf(preOpenOn(istDate(day)))).toEqual(hours);
  });

  it.each(["2026-09-04", "2026-09-07"])(
    "is confirmed on %s before the strategies make their lists, which precede the open",
    (text) => {
      const day = istDate(text);
      const { closesUntil, matchedUntil } = preOpenOn(day);
      expect(auctionPricesFrom(day)).toBe(istInstant(day, closesUntil));
      expect(toIstText(shortlistAt(day))).toContain(`${text}T09:12:30`);
      expect(shortlistAt(day)).toBeGreaterThan(istInstant(day, matchedUntil));
      expect(shortlistAt(day)).toBeLessThan(istInstant(day, PREPARED_AT));
      expect(matchedUntil).toBeLessThan(SESSION_OPEN);
      expect(PREPARED_AT).toBe(istMinute(9, 14));
    },
  );
});

describe("the closing auction", () => {
  it("has the hours of NSE/CMTR/74466", () => {
    expect(timesOf(CLOSING_AUCTION)).toEqual(["15:20", "15:25", "15:28", "15:30", "15:35"]);
  });
});
