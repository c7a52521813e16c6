import { problemStatus } from "@vriddhi/contract/problem";
import { isDeep, sampleOf, testSeed } from "@vriddhi/testing/deep";
import fc from "fast-check";
import { type HostileRequest, hostileRequestsTo, strangeRequestsTo } from "./hostile-requests.ts";
import type { Operation } from "./operations.ts";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Target {
  send(request: HostileRequest): Promise<Answer>;
  /** Changes when any stored data changes. */
  digest(): Promise<string>;
}

const DEFAULT_RUNS = isDeep ? 12 : 3;
const STRANGE_MAX = 6;
const TIME_LIMIT_MS = 60_000;

/** The fault of a reply, whatever the request; `null` when there is none. */
function faultOf({ status, body }: Answer): string | null {
  if (status >= 500) return `answered ${status} ${body.slice(0, 200)}`;
  return status < 400 ? null : envelopeFault(status, body);
}

/** Every refusal has the same shape, with matching code and status. */
function envelopeFault(status: number, body: string): string | null {
  let parsed: { detail?: unknown; code?: unknown };
  try {
    parsed = JSON.parse(body);
  } catch {
    return `refused with ${status} and no JSON: ${body.slice(0, 200)}`;
  }
  const { detail, code } = parsed;
  if (typeof detail !== "string" || detail === "")
    return `refused with ${status} and no sentence: ${body.slice(0, 200)}`;
  const known = problemStatus as Readonly<Record<string, number>>;
  return known[String(code)] === status ? null : `refused with ${status} and the code ${JSON.stringify(code)}`;
}

const describe = ({ fault, method, url, headers, payload = "" }: HostileRequest): string =>
  `${method} ${url.slice(0, 200)} ${JSON.stringify(headers)} ${payload.slice(0, 300)} (${fault})`;

/** Returns the smallest request that was handled wrongly. Stored data is compared once after all: that is slow. */
export async function fuzz(operation: Operation, target: Target): Promise<string | null> {
  const before = await target.digest();
  const fault = await search(operation, (request) => refused(target, request));
  if (fault !== null) return fault;
  if ((await target.digest()) === before) return null;
  const culprit = await search(operation, async (request) => {
    const kept = await target.digest();
    await refused(target, request);
    if ((await target.digest()) !== kept) throw new Error("changed something that is kept");
  });
  return culprit ?? `${operation.name} changed something that is kept, and not again when asked one by one`;
}

async function refused(target: Target, request: HostileRequest): Promise<void> {
  const answer = await target.send(request);
  const fault = answer.status < 400 ? `accepted with ${answer.status}` : faultOf(answer);
  if (fault !== null) throw new Error(fault);
}

async function search(operation: Operation, check: (request: HostileRequest) => Promise<void>): Promise<string | null> {
  const result = await fc.check(fc.asyncProperty(hostileRequestsTo(operation), check), {
    seed: testSeed,
    numRuns: runs(),
    interruptAfterTimeLimit: TIME_LIMIT_MS,
  });
  if (!result.failed) return result.numRuns > 0 ? null : `${operation.name} was not asked anything in time`;
  const [request] = result.counterexample ?? [];
  const reason = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance);
  return `${operation.name} ${reason}: ${request ? describe(request) : "no request was made"}`;
}

/** Sends valid but unusual requests to one operation, all of them in a deep run; returns each that failed. */
export async function stumble(
  operation: Operation,
  send: Target["send"],
  most = STRANGE_MAX,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const request of sampleOf(strangeRequestsTo(operation), most)) {
    const fault = faultOf(await send(request));
    if (fault !== null) found.push(`${operation.name} ${fault}: ${describe(request)}`);
  }
  return found;
}

function runs(): number {
  // biome-ignore lint/style/noProcessEnv: how long a test searches is no setting of the product
  const wished = Number(process.env["FUZZ_RUNS"] || DEFAULT_RUNS);
  if (!(wished >= 1)) throw new Error("FUZZ_RUNS is a number of at least 1");
  return wished;
}
