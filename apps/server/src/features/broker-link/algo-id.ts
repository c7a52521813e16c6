import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Link, LinkStore } from "./link.store.ts";

const ALGO_ID_SHAPE = /^[A-Za-z0-9-]{1,40}$/;
const LINK_ID_SHAPE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The audit log's actor: an operator on this machine. */
const OPERATOR = "127.0.0.1";

export interface AlgoIdRequest {
  readonly link: string;
  readonly algoId: string | null;
}

export interface AlgoIdDeps {
  readonly store: LinkStore;
  readonly audit: Audit;
}

async function findLink(store: LinkStore, name: string): Promise<Link | null> {
  if (LINK_ID_SHAPE.test(name)) return store.findById(name);
  const [first, clientId = ""] = name.split(":");
  const broker = brokerNames.find((each) => each === first);
  return broker === undefined ? null : store.findByClient(broker, clientId.toUpperCase());
}

/** Stores the exchange's algo id for one account; the operator gets it from the broker. */
export async function setAlgoId({ store, audit }: AlgoIdDeps, request: AlgoIdRequest): Promise<Result<Link, string>> {
  const { algoId } = request;
  if (algoId !== null && !ALGO_ID_SHAPE.test(algoId))
    return err("an algo id has letters, digits and hyphens, at most 40 of them");
  const link = await findLink(store, request.link);
  if (link === null) return err(`there is no link ${request.link}; name its id, or broker:client as in zerodha:AB1234`);
  await store.transaction(async (tx) => {
    await store.putAlgoId(tx, link.id, algoId);
    await audit.record({ kind: "broker_algo_id", userId: link.userId, ip: OPERATOR }, tx);
  });
  return ok({ ...link, algoId });
}
