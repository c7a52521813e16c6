import { figureNames, partStates, serviceParts } from "@vriddhi/core/site/service-status";
import { marketStates } from "@vriddhi/core/time/market-state";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const at = z.iso.datetime();
const part = z.enum(serviceParts);

export const serviceStatusEndpoints = {
  readServiceStatus: endpoint({
    method: "GET",
    path: "/service/status",
    summary: "Whether the service works: each part, and the incidents of the last 30 days",
    access: "public",
    sharedForS: 10,
    reply: z.strictObject({
      as_of: at.nullable().describe("when the facts were read, on the market's clock; null: not since the last start"),
      market: z.enum(marketStates),
      parts: z.array(
        z.strictObject({
          part,
          state: z.enum(partStates),
          figures: z
            .partialRecord(z.enum(figureNames), z.number())
            .describe("shares from 0 to 1, and milliseconds from a signal to its orders"),
          day: z.iso.date().nullable().describe("the trading day of the figures"),
        }),
      ),
      incidents: z.array(
        z.strictObject({ part, began_at: at, ended_at: at.nullable().describe("null: it is in progress") }),
      ),
    }),
    problems: [],
  }),
};
