import type { blogEndpoints } from "@vriddhi/contract/blog";
import type { ReplyOf } from "@vriddhi/contract/endpoint";
import { SETUP_WAIT_MS } from "@vriddhi/core/blog/blog-limits";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { blogApi } from "../../lib/blog-admin-session.ts";
import { setupTexts as texts } from "./setup.texts.ts";

export type SetupReply = ReplyOf<typeof blogEndpoints.checkSetup>;
export type SetupPart = "storage" | "database";
type Check = SetupReply["checks"][number];

export const partsOf: Record<SetupPart, readonly Check["part"][]> = {
  storage: ["storage", "policies"],
  database: ["table", "policies"],
};

export type SetupStep = "checking" | "idle" | "setting-up" | "waiting";

export interface SetupState {
  readonly step: SetupStep;
  /** `null` before the first answer: everything is pending. */
  readonly reply: SetupReply | null;
  readonly fault: string | null;
  /** C2.30: the script must be run by hand. */
  readonly isByHand: boolean;
  readonly verdict: string | null;
}

const START: SetupState = { step: "checking", reply: null, fault: null, isByHand: false, verdict: null };

const detailOf = (cause: unknown): string =>
  cause instanceof ApiError && cause.detail !== null ? cause.detail.replace(/[.\s]+$/, "") : texts.unreachable;

/** The server's sentence may already be complete. */
const failureOf = (part: SetupPart, cause: unknown): string => {
  const detail = detailOf(cause);
  if (detail.startsWith("Bucket creation failed")) return detail;
  return part === "storage" ? texts.bucketFailed(detail) : texts.databaseFailed(detail);
};

export const isComplete = (reply: SetupReply, part: SetupPart): boolean =>
  reply.checks.filter((check) => partsOf[part].includes(check.part)).every(({ state }) => state === "exists");

export function useSetup(part: SetupPart) {
  const [state, setState] = useState<SetupState>(START);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const patch = useCallback((changes: Partial<SetupState>) => setState((before) => ({ ...before, ...changes })), []);

  const check = useCallback(
    async (isAfterSetup = false) => {
      patch({ step: "checking", reply: null, fault: null });
      try {
        const reply = await blogApi("GET", "/api/blog/setup");
        const isThere = isComplete(reply, part);
        const verdict = isThere ? texts.verified : texts.stillMissing;
        patch({ step: "idle", reply, verdict: isAfterSetup ? verdict : null, ...(isThere ? { isByHand: false } : {}) });
      } catch {
        patch({ step: "idle", fault: texts.checkFailed });
      }
    },
    [part, patch],
  );

  const setUp = async () => {
    patch({ step: "setting-up", fault: null, verdict: null, isByHand: false });
    try {
      await blogApi("POST", "/api/blog/setup", { body: { part } });
      patch({ step: "waiting" });
      timer.current = setTimeout(() => void check(true), SETUP_WAIT_MS);
    } catch (cause) {
      const isByHand = cause instanceof ApiError && cause.code === "setup_by_hand";
      patch({ step: "idle", fault: failureOf(part, cause), isByHand });
    }
  };

  useEffect(() => {
    void check();
    return () => clearTimeout(timer.current);
  }, [check]);
  return { state, check, setUp };
}
