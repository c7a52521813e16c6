import { lazy } from "react";
import { ApiError, api } from "../../../lib/api.ts";
import { read } from "../../../lib/query.tsx";
import { useLinkStatus } from "../link/use-link-status.ts";
import type { ConnectionScript } from "../wizard/connection-script.ts";
import {
  fyersAuto,
  fyersFailures,
  fyersFields,
  fyersLoginTexts,
  fyersScriptTexts,
  fyersSuccesses,
} from "./fyers.texts.ts";
import { type FyersField, type FyersStatus, isFyersStored } from "./fyers-values.ts";
import { readUntilConnected } from "./read-until-connected.ts";

/** Loaded for connected users only. */
const FyersConnected = lazy(async () => ({ default: (await import("./fyers-connected.tsx")).FyersConnected }));

const AUTO_TIMEOUT_MS = 90_000;

function autoFailure(cause: unknown, detail: string | null): string {
  if (cause instanceof ApiError && cause.code === "timed_out") return fyersFailures.autoTimedOut;
  if (cause instanceof ApiError && cause.status === 408) return fyersFailures.loginTimedOut;
  return detail ?? fyersFailures.auto;
}

/** The state of a code: the one from the start of the login, else the one in the pasted address. */
function stateOf(requestId: string | null, pasted: string): string {
  if (requestId !== null) return requestId;
  return (URL.canParse(pasted) ? new URL(pasted).searchParams.get("state") : null) ?? "";
}

function storedOf({ credentials }: FyersStatus) {
  const { REDIRECT_URI: _, ...stored } = credentials;
  return stored;
}

const useFyersLink = () =>
  useLinkStatus<FyersStatus>(read("/fyers/status"), ({ is_connected: isConnected, session_until: until }) => ({
    isConnected,
    until,
  }));

export const fyersScript: ConnectionScript<FyersStatus, FyersField> = {
  broker: "fyers",
  words: fyersScriptTexts,
  fields: fyersFields,
  blank: { FY_ID: "", APP_ID: "", APP_TYPE: "100", PIN: "", TOTP_KEY: "", SECRET_KEY: "" },
  client: "FY_ID",
  useLink: useFyersLink,
  factsOf: (status) => ({
    isConnected: status.is_connected,
    stored: isFyersStored(status) ? storedOf(status) : null,
    redirectUrl: status.credentials.REDIRECT_URI,
    lastError: status.last_error,
    pending: status.pending,
  }),
  async connect(body) {
    const { auth_url: loginUrl, request_id: requestId } = await api("POST", "/fyers/connect", { body });
    return { kind: "login", loginUrl, requestId, sentence: fyersSuccesses.initiated };
  },
  isDetailFirst: false,
  auto: {
    ...fyersAuto,
    success: fyersSuccesses.auto,
    isOffered: ({ app_status: appStatus }) => appStatus === "Active",
    run: (body) => api("POST", "/fyers/connect-auto", { body, timeoutMs: AUTO_TIMEOUT_MS }),
    failure: autoFailure,
  },
  page: {
    words: fyersLoginTexts,
    failed: fyersFailures.complete,
    isDetailFirst: false,
    notValid: fyersFailures.notValid,
    complete: (code, requestId) => api("POST", "/fyers/callback", { body: { code, state: stateOf(requestId, code) } }),
    confirm: async ({ isConnected }) => ((await readUntilConnected(isConnected)) ? "connected" : "refused"),
  },
  fetch: null,
  leave: {
    disconnect: () => api("DELETE", "/fyers/disconnect"),
    remove: () => api("DELETE", "/fyers/credentials"),
    words: {
      disconnected: fyersSuccesses.disconnected,
      disconnectFailed: fyersFailures.disconnect,
      removed: fyersSuccesses.removed,
      removeFailed: fyersFailures.remove,
    },
    isFormCleared: false,
  },
  Notice: null,
  Connected: FyersConnected,
};
