import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import { systemClock } from "../platform/clock/system-clock.ts";
import { openDatabase } from "../platform/db/database.ts";
import { composeBrokers, type LinkInputs } from "./brokers.ts";

const SENDING = "the thread that sends to brokers";

/** Never used, so nothing connects. */
const database = openDatabase("postgres://unused@127.0.0.1:1/none", { max: 1, onError: () => undefined });

function opened(humanClock: LinkInputs["humanClock"]): readonly string[] {
  const names: string[] = [];
  const closing = { add: (name: string) => void names.push(name), closeAll: async () => {} };
  const config = { publicUrl: "https://vriddhi.example", egressAddresses: [], egressPublicAddresses: new Map() };
  const deps = { config, humanClock, database } as unknown as LinkInputs;
  composeBrokers(deps, null, closing, async () => false);
  return names;
}

describe("brokers", () => {
  it("sends in a thread of its own, which ends after its connections", () => {
    const names = opened(systemClock);
    expect(names.filter((name) => name === SENDING)).toHaveLength(1);
    const connections = brokerNames.map((broker) => `${broker} connections`);
    expect(names.slice(names.indexOf(SENDING))).toEqual([SENDING, ...connections]);
  });

  it("sends without a thread when the human clock is not the machine's", () => {
    expect(opened(createVirtualClock())).not.toContain(SENDING);
  });
});
