import type { BodyInputOf, ReplyOf } from "@vriddhi/contract/endpoint";
import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";

type SetFault = (typeof sandboxEndpoints)["setFault"];

export type FaultTarget = BodyInputOf<SetFault>["target"];
export type FaultKind = BodyInputOf<SetFault>["kind"];
export type SetFaults = ReplyOf<SetFault>["faults"];
