import { accountEndpoints } from "./account.ts";
import { adminSessionEndpoints } from "./admin-session.ts";
import { algorithmRunEndpoints } from "./algorithm-run.ts";
import { approvalEndpoints } from "./approval.ts";
import { auditLogEndpoints } from "./audit-log.ts";
import { backOfficeEndpoints } from "./back-office.ts";
import { backtestEndpoints } from "./backtest.ts";
import { blogEndpoints } from "./blog.ts";
import { brokerLinkEndpoints } from "./broker-link.ts";
import { capitalEndpoints } from "./capital.ts";
import { couponEndpoints } from "./coupon.ts";
import { credentialEndpoints } from "./credential.ts";
import { deskCalendarEndpoints } from "./desk-calendar.ts";
import { deskCouponEndpoints } from "./desk-coupon.ts";
import { deskExportEndpoints } from "./desk-export.ts";
import { deskGuaranteeEndpoints } from "./desk-guarantee.ts";
import { deskHealthEndpoints } from "./desk-health.ts";
import { deskUserEndpoints } from "./desk-user.ts";
import { ebookEndpoints } from "./ebook.ts";
import type { EndpointDefinition } from "./endpoint.ts";
import { eventStreamEndpoints } from "./event-stream.ts";
import { fourEyesEndpoints } from "./four-eyes.ts";
import { googleEndpoints } from "./google.ts";
import { guaranteeEndpoints } from "./guarantee.ts";
import { haltEndpoints } from "./halt.ts";
import { invoiceEndpoints } from "./invoice.ts";
import { morningEndpoints } from "./morning.ts";
import { newsletterEndpoints } from "./newsletter.ts";
import { notificationEndpoints } from "./notification.ts";
import { operationsEndpoints } from "./operations.ts";
import { orderTraceEndpoints } from "./order-trace.ts";
import { paperEndpoints } from "./paper.ts";
import { passkeyEndpoints } from "./passkey.ts";
import { paymentEndpoints } from "./payment.ts";
import { phoneEndpoints } from "./phone.ts";
import { privacyEndpoints } from "./privacy.ts";
import { readinessEndpoints } from "./readiness.ts";
import { sandboxEndpoints } from "./sandbox.ts";
import { secondFactorEndpoints } from "./second-factor.ts";
import { serviceStatusEndpoints } from "./service-status.ts";
import { sessionEndpoints } from "./session.ts";
import { signalReportEndpoints } from "./signal-report.ts";
import { signalDeskEndpoints } from "./strategy-engine.ts";
import { subscriptionEndpoints } from "./subscription.ts";
import { supportEndpoints } from "./support.ts";
import { supportThreadEndpoints } from "./support-thread.ts";
import { tradingDayEndpoints } from "./trading-day.ts";
import { tradingPreferencesEndpoints } from "./trading-preferences.ts";
import { trialEndpoints } from "./trial.ts";

/** All endpoints of the API. The compiler requires a handler for each; tests iterate over this list. */
export const endpoints = {
  ...operationsEndpoints,
  ...serviceStatusEndpoints,
  ...accountEndpoints,
  ...sessionEndpoints,
  ...googleEndpoints,
  ...phoneEndpoints,
  ...credentialEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...privacyEndpoints,
  ...subscriptionEndpoints,
  ...couponEndpoints,
  ...trialEndpoints,
  ...paymentEndpoints,
  ...ebookEndpoints,
  ...invoiceEndpoints,
  ...guaranteeEndpoints,
  ...brokerLinkEndpoints,
  ...morningEndpoints,
  ...readinessEndpoints,
  ...algorithmRunEndpoints,
  ...capitalEndpoints,
  ...paperEndpoints,
  ...signalDeskEndpoints,
  ...approvalEndpoints,
  ...tradingDayEndpoints,
  ...tradingPreferencesEndpoints,
  ...signalReportEndpoints,
  ...backtestEndpoints,
  ...orderTraceEndpoints,
  ...notificationEndpoints,
  ...eventStreamEndpoints,
  ...supportEndpoints,
  ...supportThreadEndpoints,
  ...adminSessionEndpoints,
  ...backOfficeEndpoints,
  ...fourEyesEndpoints,
  ...deskUserEndpoints,
  ...deskHealthEndpoints,
  ...deskCalendarEndpoints,
  ...deskCouponEndpoints,
  ...deskExportEndpoints,
  ...deskGuaranteeEndpoints,
  ...haltEndpoints,
  ...auditLogEndpoints,
  ...blogEndpoints,
  ...newsletterEndpoints,
  ...sandboxEndpoints,
} satisfies Record<string, EndpointDefinition>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
