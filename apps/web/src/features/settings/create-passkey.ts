import type { startRegistration } from "@simplewebauthn/browser";
import { type Api, ApiError } from "../../lib/api.ts";
import { Refusal } from "./failure.ts";
import { passkeyTexts } from "./security.texts.ts";

type Registration = Parameters<typeof startRegistration>[0];

/** Why the device or its user refused: by the browser's error name. */
function refusalOf(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return passkeyTexts.cancelled;
  return name === "InvalidStateError" ? passkeyTexts.alreadyThere : passkeyTexts.deviceFault;
}

/** Gets a challenge from the server and a passkey from the device, and stores it at the server. */
export async function createPasskey(api: Api, name: string): Promise<void> {
  const { startRegistration: register } = await import("@simplewebauthn/browser").catch((cause: unknown) => {
    throw new ApiError({ status: 0, code: "unreachable", detail: null, cause });
  });
  const { options } = await api("POST", "/auth/passkeys/options");
  // Made by the same library's server half.
  const optionsJSON = options as unknown as Registration["optionsJSON"];
  const response = await register({ optionsJSON }).catch((cause: unknown) => {
    throw new Refusal(refusalOf(cause), { cause });
  });
  await api("POST", "/auth/passkeys", { body: { name, response: { ...response } } });
}
