import { accountEndpoints } from "./account.ts";
import { algorithmEndpoints } from "./algorithm.ts";
import { approvalEndpoints } from "./approval.ts";
import { backtestEndpoints } from "./backtest.ts";
import { billingEndpoints } from "./billing.ts";
import { brokerLinkEndpoints } from "./broker-link.ts";
import { capitalEndpoints } from "./capital.ts";
import { couponEndpoints } from "./coupon.ts";
import { ebookEndpoints } from "./ebook.ts";
import type { EndpointDefinition } from "./endpoint.ts";
import { eventStreamEndpoints } from "./event-stream.ts";
import { googleEndpoints } from "./google.ts";
import { notificationEndpoints } from "./notification.ts";
import { operationsEndpoints } from "./operations.ts";
import { orderEndpoints } from "./orders.ts";
import { otpEndpoints } from "./otp.ts";
import { paperEndpoints } from "./paper.ts";
import { paymentEndpoints } from "./payment.ts";
import { readinessEndpoints } from "./readiness.ts";
import { recoveryEndpoints } from "./recovery.ts";
import { sandboxEndpoints } from "./sandbox.ts";
import { securityEndpoints } from "./security.ts";
import { signalEndpoints } from "./signal.ts";
import { signalReportEndpoints } from "./signal-report.ts";
import { subscriptionEndpoints } from "./subscription.ts";
import { supportEndpoints } from "./support.ts";
import { tradingDayEndpoints } from "./trading-day.ts";
import { tradingWishEndpoints } from "./trading-wish.ts";
import { trialEndpoints } from "./trial.ts";

/** Everything the API can be asked. A handler is demanded for each by the compiler; tests walk this list. */
export const endpoints = {
  ...operationsEndpoints,
  ...accountEndpoints,
  ...googleEndpoints,
  ...otpEndpoints,
  ...recoveryEndpoints,
  ...securityEndpoints,
  ...subscriptionEndpoints,
  ...couponEndpoints,
  ...trialEndpoints,
  ...paymentEndpoints,
  ...ebookEndpoints,
  ...billingEndpoints,
  ...brokerLinkEndpoints,
  ...readinessEndpoints,
  ...algorithmEndpoints,
  ...capitalEndpoints,
  ...paperEndpoints,
  ...signalEndpoints,
  ...approvalEndpoints,
  ...tradingDayEndpoints,
  ...tradingWishEndpoints,
  ...signalReportEndpoints,
  ...backtestEndpoints,
  ...orderEndpoints,
  ...notificationEndpoints,
  ...eventStreamEndpoints,
  ...supportEndpoints,
  ...sandboxEndpoints,
} satisfies Record<string, EndpointDefinition>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
