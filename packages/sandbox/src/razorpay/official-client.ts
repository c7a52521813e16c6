import { text } from "node:stream/consumers";
import Razorpay from "razorpay";
import { validatePaymentVerification } from "razorpay/dist/utils/razorpay-utils.js";

interface ClientCall {
  readonly path: readonly string[];
  readonly args: readonly unknown[];
}

interface Plan {
  readonly baseUrl: string;
  readonly keyId: string;
  readonly keySecret: string;
  readonly calls: readonly ClientCall[];
}

type Step = Record<string, unknown> & ((...args: readonly unknown[]) => unknown);

/** Rejections of this client are plain objects. */
async function run(client: unknown, { path, args }: ClientCall): Promise<unknown> {
  const owner = path.slice(0, -1).reduce((step, name) => (step as Step)[name], client) as Step;
  const method = owner[path.at(-1) ?? ""] as Step;
  try {
    const value = await method.apply(owner, [...args]);
    return {
      value: typeof value === "object" && value !== null && "config" in value ? (value as Step)["data"] : value,
    };
  } catch (cause) {
    return { thrown: cause instanceof Error ? { message: cause.message } : cause };
  }
}

/** Razorpay's own client in its own process, unchanged but for the address. */
const { baseUrl, keyId, keySecret, calls } = JSON.parse(await text(process.stdin)) as Plan;
const client = new Razorpay({ key_id: keyId, key_secret: keySecret });
(client.api as unknown as { rq: { defaults: { baseURL: string } } }).rq.defaults.baseURL = baseUrl;
const surface = { ...client, Razorpay, validatePaymentVerification };
const answers: unknown[] = [];
for (const call of calls) answers.push(await run(surface, call));
process.stdout.write(JSON.stringify(answers));
