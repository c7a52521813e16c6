import { z } from "zod";
import { rupeesTyped } from "./algorithm-run.ts";
import { endpoint } from "./endpoint.ts";

const amounts = {
  capital_amount: z.number().nullable().describe("the upper band in rupees; null: no plan runs"),
  capital: z.number().describe("the chosen amount in rupees"),
};

const fyersCapital = z.strictObject(amounts);

const allocation = z.strictObject({
  id: z.uuid().nullable().describe("null: none was chosen"),
  user_id: z.uuid(),
  is_active: z.boolean(),
  ...amounts,
});
export type AllocationReply = z.infer<typeof allocation>;

const NAME_MAX = 200;

/** B7.8-B7.12. Only the chosen amount is writable; the band comes from the plan. */
export const capitalEndpoints = {
  readFyersCapital: endpoint({
    method: "GET",
    path: "/api/fyers/capital",
    summary: "The caller's band and the capital chosen for Fyers",
    access: "user",
    reply: fyersCapital,
    problems: [],
  }),
  saveFyersCapital: endpoint({
    method: "PUT",
    path: "/api/fyers/capital",
    summary: "Choose the capital for Fyers",
    access: "user",
    body: z.strictObject({ capital_amount: rupeesTyped }),
    reply: fyersCapital,
    problems: ["capital_refused"],
  }),
  readAllocation: endpoint({
    method: "GET",
    path: "/api/capital-allocation/user/{userId}",
    summary: "The caller's band and chosen capital",
    access: "user",
    owner: "userId",
    params: z.strictObject({ userId: z.uuid() }),
    reply: allocation,
    problems: [],
  }),
  updateAllocation: endpoint({
    method: "PUT",
    path: "/api/capital-allocation/update/{id}",
    summary: "Change the capital",
    access: "user",
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ capital_amount: rupeesTyped, is_active: z.boolean().optional() }),
    reply: allocation,
    problems: ["capital_refused"],
  }),
  createAllocation: endpoint({
    method: "POST",
    path: "/api/capital-allocation/create",
    summary: "Choose a capital for the first time; later the same as changing it",
    access: "user",
    body: z.strictObject({
      user_id: z.uuid(),
      user_name: z.string().trim().max(NAME_MAX).nullable().optional(),
      capital_amount: rupeesTyped,
      plan_name: z.string().trim().max(NAME_MAX).nullable().optional(),
    }),
    reply: allocation.extend({ user_name: z.string(), plan_name: z.string().nullable() }),
    problems: ["capital_refused"],
  }),
};
