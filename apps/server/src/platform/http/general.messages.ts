import type { CommonProblem } from "@vriddhi/contract/problem";
import type { Messages } from "./handler.ts";

export type CommonMessage =
  | CommonProblem
  | "method_not_allowed"
  | "request_timed_out"
  | "headers_too_large"
  | "not_ready"
  | "key_reused"
  | "still_running";

export const commonMessages: Messages<CommonMessage> = {
  invalid_input: "The request could not be understood.",
  unsupported_media: "Send the request as JSON.",
  body_too_large: "The request is too large.",
  not_signed_in: "Please log in to continue.",
  forbidden: "You are not allowed to do this.",
  wrong_user: "This session belongs to another user.",
  foreign_origin: "This request came from another site and was refused.",
  not_found: "Not found.",
  method_not_allowed: "This method is not supported.",
  request_timed_out: "Your request took too long to arrive. Please try again; you need not wait.",
  headers_too_large: "The headers of the request are too large.",
  proof_required: "Please confirm that it is you: enter your password or a code, or use a passkey.",
  too_many_requests: "Too many requests at once. Try again in 5 seconds.",
  wrong_host: "This address is not ours.",
  unavailable: "We cannot store or read anything at the moment. Please try again in a moment.",
  busy: "We are very busy right now. Please try again in a moment.",
  internal: "Something went wrong on our side. Please try again.",
  key_reused: "This Idempotency-Key belongs to another request. Use a new key for a new request.",
  still_running: "The first request with this Idempotency-Key is still running. Please ask again in a moment.",
  not_ready: "The service is not ready yet.",
};

/** The connection was lost during the call, and its commit may have happened. */
export const OUTCOME_UNKNOWN =
  "The database went away during this call, so it is not known whether it was stored. Look at what is stored before you try again.";

export const problem = (code: CommonMessage) => ({ detail: commonMessages[code], code });
