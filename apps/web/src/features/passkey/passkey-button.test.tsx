import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "../../lib/session.tsx";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { passkeyTexts } from "./passkey.texts.ts";
import { PasskeyButton } from "./passkey-button.tsx";

preparePageTests();
const server = provideApiServer();

const OPTIONS = "POST /auth/passkeys/login-options";
const LOGIN = "POST /auth/passkeys/login";
const challengeId = "2f0d3a70-3b3a-4a83-9a0c-6c8f4f0b9a11";
const bytes = (text: string) => new TextEncoder().encode(text).buffer;

const credential = {
  id: "a2V5",
  rawId: bytes("key"),
  type: "public-key",
  authenticatorAttachment: "platform",
  response: {
    authenticatorData: bytes("data"),
    clientDataJSON: bytes("{}"),
    signature: bytes("signature"),
    userHandle: null,
  },
  getClientExtensionResults: () => ({}),
};

const askDevice = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();
function installAuthenticator() {
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { get: askDevice } });
}

beforeEach(() => {
  askDevice.mockReset().mockResolvedValue(credential);
  server.answer(OPTIONS, {
    body: { challenge_id: challengeId, options: { challenge: "AQID", userVerification: "required" } },
  });
  server.answer(LOGIN, { body: { user: aUser() } });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
});

const Page = () => {
  const session = useSession();
  return (
    <>
      <PasskeyButton />
      <p data-testid="who">{session.kind === "user" ? session.user.name : session.kind}</p>
    </>
  );
};
const open = () => renderSite({ at: "/login", pages: { "/login": Page } });
const button = () => screen.getByRole("button", { name: passkeyTexts.button });
const who = () => screen.getByTestId("who").textContent;
const expectReady = () => waitFor(() => expect(button().getAttribute("aria-busy")).toBeNull());
const named = (name: string) => Object.assign(new Error(name), { name });

describe("logging in with a passkey", () => {
  it("is not offered where the browser does not support passkeys", () => {
    open();
    expect(screen.queryByRole("button", { name: passkeyTexts.button })).toBeNull();
  });

  it("gets the challenge, signs on the device, and returns the signature", async () => {
    installAuthenticator();
    open();
    fireEvent.click(button());
    await waitFor(() => expect(who()).toBe("Asha Rao"));
    const { publicKey } = askDevice.mock.calls[0]?.[0] ?? {};
    expect(new Uint8Array(publicKey?.challenge as ArrayBuffer)).toEqual(new Uint8Array([1, 2, 3]));
    expect(server.calls(LOGIN)[0]?.body).toMatchObject({
      challenge_id: challengeId,
      response: { id: "a2V5", rawId: "a2V5", type: "public-key", response: { signature: "c2lnbmF0dXJl" } },
    });
  });

  it.each(["NotAllowedError", "AbortError"])("stays silent when the user cancels (%s)", async (name) => {
    installAuthenticator();
    askDevice.mockRejectedValue(named(name));
    open();
    fireEvent.click(button());
    await waitFor(() => expect(askDevice).toHaveBeenCalled());
    await expectReady();
    expect(screen.getByRole("alert").textContent).toBe("");
    expect(server.calls(LOGIN)).toHaveLength(0);
    expect(who()).toBe("visitor");
  });

  const failures: readonly [string, string, () => void][] = [
    [
      "the server does not accept the passkey",
      passkeyTexts.refused,
      () => server.answer(LOGIN, { status: 400, body: { detail: "No.", code: "passkey_refused" } }),
    ],
    ["the device fails", passkeyTexts.failed, () => askDevice.mockRejectedValue(named("UnknownError"))],
    ["the server is not reached", passkeyTexts.unreachable, () => server.answer(OPTIONS, { isCutOff: true })],
    [
      "there were too many attempts",
      "Too many attempts.",
      () => server.answer(OPTIONS, { status: 429, body: { detail: "Too many attempts.", code: "too_many_requests" } }),
    ],
  ];
  it.each(failures)("shows a sentence when %s", async (_, sentence, break_) => {
    installAuthenticator();
    break_();
    open();
    fireEvent.click(button());
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(sentence));
    await expectReady();
    expect(who()).toBe("visitor");
  });
});
