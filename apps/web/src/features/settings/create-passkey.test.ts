import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, api } from "../../lib/api.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { createPasskey } from "./create-passkey.ts";
import { Refusal } from "./failure.ts";
import { passkeyTexts } from "./security.texts.ts";

const server = provideApiServer();
const create = vi.fn();

afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { value: { create }, configurable: true });
  server.answer("POST /auth/passkeys/options", {
    body: {
      options: { challenge: "AQID", user: { id: "AQID", name: "asha", displayName: "Asha" }, pubKeyCredParams: [] },
    },
  });
});

describe("a passkey that the device does not make", () => {
  it.each([
    ["NotAllowedError", passkeyTexts.cancelled],
    ["AbortError", passkeyTexts.cancelled],
    ["InvalidStateError", passkeyTexts.alreadyThere],
    ["UnknownError", passkeyTexts.deviceFault],
  ])("%s has a sentence for the user", async (name, sentence) => {
    create.mockRejectedValue(Object.assign(new Error("technical"), { name }));
    const made = createPasskey(api, "My laptop");
    await expect(made).rejects.toThrow(Refusal);
    await expect(made).rejects.toThrow(sentence);
    expect(server.calls("POST /auth/passkeys")).toHaveLength(0);
  });

  it("a server that was not reached is no refusal of the device", async () => {
    server.answer("POST /auth/passkeys/options", { isCutOff: true });
    await expect(createPasskey(api, "My laptop")).rejects.toThrow(ApiError);
    expect(create).not.toHaveBeenCalled();
  });
});
