import type { CommonProblem } from "@vriddhi/contract/problem";
import type { Messages } from "./handler.ts";

export const commonMessages: Messages<CommonProblem | "not_ready" | "key_reused" | "still_running"> = {
  invalid_input: "The request could not be understood.",
  unsupported_media: "Send the request as JSON.",
  body_too_large: "The request is too large.",
  not_signed_in: "Please log in to continue.",
  forbidden: "You are not allowed to do this.",
  wrong_user: "This session belongs to another user.",
  foreign_origin: "This request came from another site and was refused.",
  not_found: "Not found.",
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
