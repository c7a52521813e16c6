import { deskCouponHandlers } from "../features/desk-coupon/desk-coupon.routes.ts";
import { createDeskCouponService } from "../features/desk-coupon/desk-coupon.service.ts";
import { createDeskCouponStore } from "../features/desk-coupon/desk-coupon.store.pg.ts";
import type { FourEyes } from "../features/four-eyes/four-eyes.service.ts";
import { calendarHandlers } from "../features/market-calendar/calendar.routes.ts";
import { createCalendarStore } from "../features/market-calendar/calendar.store.pg.ts";
import { closeEverything, countStillOpen } from "../features/order-store/close-everything.ts";
import { findHalt } from "../features/order-store/desk-halt.store.pg.ts";
import { createKillSwitch } from "../features/order-store/kill-switch.ts";
import { realTimers } from "../platform/clock/timers.ts";
import type { Database } from "../platform/db/database.ts";
import type { Platform } from "./platform.ts";

const COUPON = "coupon";

export function composeDeskOffice(platform: Platform, fourEyes: FourEyes, reader: Database) {
  const { database, humanClock, marketClock, audit } = platform;
  const store = createDeskCouponStore(database);
  const killSwitch = createKillSwitch({ accounts: { ofUser: async () => [] }, humanClock, marketClock });
  const coupons = createDeskCouponService({
    store,
    clock: humanClock,
    audit,
    askSecond: async (act, by) => (fourEyes.isOn ? fourEyes.ask({ ...act, kind: COUPON }, by) : null),
  });
  fourEyes.register(COUPON, (input, { askedBy, ip }) => coupons.createConfirmed(input, { userId: askedBy, ip }));
  return {
    ...deskCouponHandlers(createDeskCouponStore(reader), coupons),
    ...calendarHandlers({
      store: createCalendarStore(database),
      audit,
      humanClock,
      marketClock,
      countOpen: () => countStillOpen(database),
      closeEverything: (by) => closeEverything({ database, audit, killSwitch, humanClock, timers: realTimers }, by),
      isStopped: async () => (await findHalt(database)) !== null,
    }),
  };
}
