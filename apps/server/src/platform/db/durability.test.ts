import { describe, expect, it } from "vitest";
import { durabilityFault } from "./durability.ts";

const safe = { synchronousCommit: "on", synchronousStandbyNames: "node2", standbys: ["sync", "async"] };

describe("the durability of commits", () => {
  it.each([["sync"], ["quorum"]])("is given with a %s standby", (state) => {
    expect(durabilityFault({ ...safe, standbys: ["async", state] })).toBeNull();
  });

  it.each([
    ["commits are confirmed before they are written", { synchronousCommit: "off" }, /set it to on/],
    ["no standby waits for the commit", { synchronousCommit: "local" }, /set it to on/],
    ["replication is asynchronous", { synchronousStandbyNames: "" }, /synchronous_standby_names is empty/],
    ["the synchronous standby is away", { standbys: ["async", "potential"] }, /no synchronous standby/],
    ["no standby is connected", { standbys: [] }, /no synchronous standby/],
    ["the login may not see the standbys", { standbys: [null] }, /GRANT pg_monitor/],
  ])("is refused where %s", (_case, change, sentence) => {
    expect(durabilityFault({ ...safe, ...change })).toMatch(sentence);
  });
});
