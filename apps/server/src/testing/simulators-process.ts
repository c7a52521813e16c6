// The simulated brokers in a process of their own, so that their CPU time is measured apart. The parent sends one
// command at a time and waits for its reply. Arguments: the start instant and the redirect address.
import { rupees } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { openSimulatorsFixture } from "./simulators-fixture.ts";

const [START = "0", PUBLIC_URL = ""] = process.argv.slice(2);
const CASH = rupees(50_000);

export type SimulatorsCommand =
  /** Opens accounts at Angel One; replies with their credentials. */
  | { readonly kind: "open"; readonly ids: readonly string[] }
  | { readonly kind: "clock"; readonly at: EpochMs }
  /** Delays each following reply of Angel One. */
  | { readonly kind: "pause"; readonly ms: number };

export interface SimulatorsClient {
  readonly id: string;
  readonly pin: string;
  readonly totpSecret: string;
  readonly app: { readonly key: string; readonly secret: string };
}

const clock = createVirtualClock(epochMs(Number(START)));
const simulators = await openSimulatorsFixture(clock.now, (broker) => new URL(`/connect/${broker}`, PUBLIC_URL).href);

function openClient(id: string): SimulatorsClient {
  const { pin, totpSecret, app } = simulators.clients.angelone.open({ id, cashPaise: CASH });
  return { id, pin, totpSecret, app: { key: app.key, secret: app.secret } };
}

function carryOut(ask: SimulatorsCommand): unknown {
  if (ask.kind === "open") return ask.ids.map(openClient);
  if (ask.kind === "clock") clock.set(ask.at);
  else simulators.faults.set("angelone", "pause", Number.MAX_SAFE_INTEGER, { on: "any", seconds: ask.ms / 1_000 });
  return null;
}

process.on("message", (ask: SimulatorsCommand) => process.send?.(carryOut(ask)));
process.on("disconnect", () => process.exit(0));
process.send?.(simulators.urls);
