import { randomInt } from "node:crypto";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { PartLogs } from "@vriddhi/sandbox/event-log/part-log";
import type { Faults } from "@vriddhi/sandbox/faults/faults";
import { type RazorpaySimulator, startRazorpay } from "@vriddhi/sandbox/razorpay/start-razorpay";
import type { PaymentSettings } from "../../platform/config/config.ts";
import { Secret } from "../../platform/config/secret.ts";
import type { Closing } from "../closing.ts";
import { type Ports, portIn } from "./sandbox-ports.ts";
import type { Addresses } from "./sandbox-store.ts";

const KEYS = {
  keyId: "rzp_test_VriddhiSandbox",
  keySecret: "sandbox-razorpay-secret",
  webhookSecret: "sandbox-razorpay-webhook-secret",
} as const;

export interface OpenedRazorpay {
  readonly razorpay: RazorpaySimulator;
  setHome(address: string): void;
}

export async function openRazorpay(
  { clock, closing }: { readonly clock: HumanClock; readonly closing: Closing },
  { faults, memories, ports }: { readonly faults: Faults; readonly memories: PartLogs; readonly ports: Ports },
): Promise<OpenedRazorpay> {
  let home: string | null = null;
  const webhookUrl = () => (home === null ? null : new URL("/payment/webhook", home).href);
  const random = createSeededRandom(randomInt(2 ** 31));
  const razorpay = await ports.again(
    "razorpay",
    (port) => startRazorpay({ ...KEYS, webhookUrl, clock, faults, memories, random, port }),
    ({ baseUrl }) => portIn(baseUrl),
  );
  closing.add("sandbox razorpay", razorpay.stop);
  return {
    razorpay,
    setHome(address) {
      home = address;
    },
  };
}

export const razorpaySettings = ({ razorpayUrl, razorpayCheckoutUrl }: Addresses): PaymentSettings => ({
  url: razorpayUrl,
  checkoutUrl: razorpayCheckoutUrl,
  keyId: KEYS.keyId,
  keySecret: new Secret(KEYS.keySecret),
  webhookSecrets: [new Secret(KEYS.webhookSecret)],
});

export const razorpayPlace = ({ baseUrl, checkoutUrl }: RazorpaySimulator) => ({ baseUrl, checkoutUrl, ...KEYS });
