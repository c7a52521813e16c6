import { accountEndpoints } from "./account.ts";
import type { EndpointDefinition } from "./endpoint.ts";
import { googleEndpoints } from "./google.ts";
import { operationsEndpoints } from "./operations.ts";
import { otpEndpoints } from "./otp.ts";
import { recoveryEndpoints } from "./recovery.ts";
import { sandboxEndpoints } from "./sandbox.ts";
import { securityEndpoints } from "./security.ts";
import { subscriptionEndpoints } from "./subscription.ts";

/** Everything the API can be asked. A handler is demanded for each by the compiler; tests walk this list. */
export const endpoints = {
  ...operationsEndpoints,
  ...accountEndpoints,
  ...googleEndpoints,
  ...otpEndpoints,
  ...recoveryEndpoints,
  ...securityEndpoints,
  ...subscriptionEndpoints,
  ...sandboxEndpoints,
} satisfies Record<string, EndpointDefinition>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
