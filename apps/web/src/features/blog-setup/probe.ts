import { ApiError } from "../../lib/api.ts";
import { blogApi } from "../../lib/blog-admin-session.ts";
import type { ProbeName, ProbeResult } from "./probe-result.ts";
import { probeTexts as texts } from "./setup.texts.ts";

export type Probe = (name: ProbeName) => Promise<ProbeResult>;

export interface Backend {
  /** `null`: our own store. */
  readonly hostedUrl: string | null;
  readonly probe: Probe;
}

const probeOurs: Probe = (operation) => blogApi("POST", "/api/blog/setup/probe", { body: { operation } });

/** C7.26: where a hosted backend is set, its own client is loaded. */
export async function openBackend(): Promise<Backend> {
  const { hosted } = await blogApi("GET", "/api/blog/setup");
  if (hosted === null) return { hostedUrl: null, probe: probeOurs };
  const { createHostedProbe } = await import("./hosted-client.ts");
  return { hostedUrl: hosted.url, probe: createHostedProbe(hosted.url, hosted.anon_key) };
}

const messageOf = (cause: unknown): string => {
  if (cause instanceof ApiError) return cause.detail ?? texts.failed;
  return cause instanceof Error ? cause.message : texts.failed;
};

/** C8.6: never rejects; a fault is the result. */
export async function tryProbe(probe: Probe, name: ProbeName): Promise<ProbeResult> {
  try {
    return await probe(name);
  } catch (cause) {
    return { success: false, message: messageOf(cause), rows: [], count: null };
  }
}
