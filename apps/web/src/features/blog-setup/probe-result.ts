import type { blogEndpoints, PROBES } from "@vriddhi/contract/blog";
import type { ReplyOf } from "@vriddhi/contract/endpoint";

export type ProbeName = (typeof PROBES)[number];
type Reply = ReplyOf<typeof blogEndpoints.probeStore>;
export interface ProbeResult {
  readonly success: boolean;
  readonly message: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly count: Reply["count"];
}
