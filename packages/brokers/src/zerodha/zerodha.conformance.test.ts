import { createZerodha } from "@vriddhi/sandbox/zerodha/zerodha";
import { describeBroker } from "../conformance/describe-broker.ts";
import { createZerodhaAdapter } from "./adapter.ts";

describeBroker("Zerodha", {
  broker: "zerodha",
  createCore: createZerodha,
  createAdapter: ({ httpUrl, wsUrl }, deps) =>
    createZerodhaAdapter({ apiUrl: httpUrl, loginUrl: `${httpUrl}/connect/login`, tickerUrl: wsUrl, ...deps }),
});
