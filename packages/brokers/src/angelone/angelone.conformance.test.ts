import { createAngelOne } from "@vriddhi/sandbox/angelone/create-angelone";
import { describeBroker } from "../conformance/describe-broker.ts";
import { createAngelOneAdapter } from "./adapter.ts";

describeBroker("Angel One", {
  broker: "angelone",
  createCore: createAngelOne,
  createAdapter: ({ httpUrl, wsUrl }, deps) =>
    createAngelOneAdapter({
      apiUrl: httpUrl,
      scripMasterUrl: `${httpUrl}/OpenAPI_File/files/OpenAPIScripMaster.json`,
      streamUrl: `${wsUrl}/smart-stream`,
      orderUpdateUrl: `${wsUrl}/smart-order-update`,
      ...deps,
    }),
});
