import { createFyers } from "@vriddhi/sandbox/fyers/fyers";
import { describeBroker } from "../conformance/describe-broker.ts";
import { createFyersAdapter } from "./adapter.ts";

describeBroker("Fyers", {
  broker: "fyers",
  createCore: createFyers,
  createAdapter: ({ httpUrl, wsUrl }, deps) =>
    createFyersAdapter({
      apiUrl: httpUrl,
      loginUrl: `${httpUrl}/api/v3/generate-authcode`,
      stepsUrl: httpUrl,
      mastersUrl: httpUrl,
      socketUrl: wsUrl,
      ...deps,
    }),
});
