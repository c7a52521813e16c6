import type { startRegistration } from "@simplewebauthn/browser";
import { type Api, ApiError } from "../../lib/api.ts";
import { Refusal } from "./failure.ts";
import { passkeyTexts } from "./security.texts.ts";

type Registration = Parameters<typeof startRegistration>[0];

/** Why the device, or the person in front of it, did not want to: by the browser's name for it. */
function refusalOf(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return passkeyTexts.cancelled;
  return name === "InvalidStateError" ? passkeyTexts.alreadyThere : passkeyTexts.deviceFault;
}

/** Asks the server for a challenge, the device for a passkey, and the server to keep it. */
export async function createPasskey(api: Api, name: string): Promise<void> {
  const { startRegistration: register } = await import("@simplewebauthn/browser").catch((cause: unknown) => {
    throw new ApiError({ status: 0, code: "unreachable", detail: null, cause });
  });
  const { options } = await api("POST", "/auth/passkeys/options");
  // Made by the server's half of the same library.
  const optionsJSON = options as unknown as Registration["optionsJSON"];
  const response = await register({ optionsJSON }).catch((cause: unknown) => {
    throw new Refusal(refusalOf(cause), { cause });
  });
  await api("POST", "/auth/passkeys", { body: { name, response: { ...response } } });
}
