import type { HumanClock } from "@vriddhi/core/time/clock";
import { type Checkout, payerFields, readPayer } from "./checkout.ts";
import { type Fields, readFields } from "./fields.ts";
import type { RazorpayGateway } from "./gateway.ts";
import { type RazorpayReply, type RazorpayRequest, refuse, toReply } from "./razorpay-wire.ts";
import type { WebhookManner, Webhooks } from "./webhooks.ts";

/** Not part of Razorpay: a control API for tests and journeys. */
export const CONTROL_PATH = "/control/";

const manners: readonly WebhookManner[] = ["prompt", "duplicate", "reverse", "withhold"];
const settlements = ["success", "authorised", "failure"] as const;

const no = (words: string, status = 400): RazorpayReply => toReply(refuse(words, {}, status));
const yes = (body: unknown): RazorpayReply => ({ status: 200, body });

type Act = (fields: Fields, id: string) => RazorpayReply | Promise<RazorpayReply>;

/** By resource: `payments`, or `payments/{id}/settle` for one of them. */
function createActs(deps: {
  readonly gateway: RazorpayGateway;
  readonly webhooks: Webhooks;
  readonly pay: Checkout["pay"];
  readonly clock: HumanClock;
  readonly flush: () => void;
}): { readonly listEvents: () => RazorpayReply; readonly acts: Readonly<Record<string, Act>> } {
  const { gateway, webhooks, clock, flush } = deps;
  const listEvents = () => yes({ manner: webhooks.manner(), events: webhooks.list() });
  const acts: Record<string, Act> = {
    async payments(fields) {
      const payer = readPayer(fields);
      return payer === null ? no("order_id and outcome are needed") : yes(await deps.pay(payer));
    },
    "payments/*/settle"(fields, id) {
      const outcome = settlements.find((known) => known === fields["outcome"]) ?? "success";
      const settled = gateway.settle(id, outcome, clock.now());
      flush();
      return toReply(settled);
    },
    "refunds/*/fail"(_fields, id) {
      const failed = gateway.failRefund(id, clock.now());
      flush();
      return toReply(failed);
    },
    webhooks(fields) {
      const manner = manners.find((known) => known === fields["manner"]);
      if (manner === undefined) return no(`manner is one of ${manners.join(", ")}`);
      webhooks.setManner(manner);
      return listEvents();
    },
    async "webhooks/*/release"(fields) {
      await webhooks.release(fields["order"] === "reverse" ? "reverse" : "forward");
      return listEvents();
    },
    "webhooks/*/replay": async (_fields, id) => ((await webhooks.replay(id)) ? listEvents() : no("no such event", 404)),
  };
  return { listEvents, acts };
}

export function createControl(deps: Parameters<typeof createActs>[0]) {
  const { listEvents, acts } = createActs(deps);

  return async function control({ method, path, headers, body }: RazorpayRequest): Promise<RazorpayReply> {
    const [what = "", id = "", verb = ""] = path.slice(CONTROL_PATH.length).split("/");
    if (method === "GET" && what === "webhooks" && id === "") return listEvents();
    // a foreign page can send a form, but not JSON
    if (method !== "POST" || !String(headers["content-type"]).startsWith("application/json"))
      return no("send JSON by POST", 405);
    const act = acts[id === "" ? what : `${what}/*/${verb}`];
    if (!act) return no("no such control", 404);
    const fields = readFields(body, [...payerFields, "manner", "order"]);
    return fields.ok ? act(fields.value, id) : toReply(fields);
  };
}
