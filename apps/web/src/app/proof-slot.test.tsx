import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { proofTexts } from "../features/proof/proof.texts.ts";
import { api } from "../lib/api.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { preparePageTests, renderSite } from "../testing/render-site.tsx";
import { ProofSlot } from "./proof-slot.tsx";

preparePageTests();
const server = provideApiServer();
const PROOF = "POST /auth/proof";
const DATA = "GET /auth/data";
const wanted = { status: 428, body: { detail: "Please confirm that it is you.", code: "proof_required" } };

const answerSecurity = (changes: object = {}) =>
  server.answer("GET /auth/security", {
    body: {
      has_password: true,
      has_google: false,
      totp_enabled: false,
      recovery_codes_left: 0,
      phone: null,
      passkeys: [],
      ...changes,
    },
  });

let outcome: Promise<unknown>;
async function askForData() {
  renderSite({ at: "/settings", pages: { "/settings": () => <ProofSlot /> } });
  server.answer(DATA, wanted);
  outcome = api("GET", "/auth/data").then(
    () => "done",
    (cause: { code: string }) => cause.code,
  );
  await screen.findByRole("dialog", { name: proofTexts.title });
}
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const prove = () => {
  server.answer(PROOF, { body: { message: "ok" } });
  server.answer(DATA, { body: { exported_at: "2026-11-16T00:00:00.000Z", data: {} } });
};

beforeEach(() => answerSecurity());

describe("a call that needs fresh proof", () => {
  it("opens one dialog and is repeated after it", async () => {
    await askForData();
    await screen.findByLabelText(proofTexts.password);
    prove();
    type(proofTexts.password, "monsoon");
    press(proofTexts.submit);
    expect(await outcome).toBe("done");
    expect(server.calls(PROOF)[0]?.body).toEqual({ password: "monsoon" });
    expect(server.calls(DATA)).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("asks for the authenticator's code where one is on", async () => {
    answerSecurity({ totp_enabled: true });
    await askForData();
    await screen.findByLabelText(proofTexts.code);
    prove();
    type(proofTexts.code, " 123456 ");
    press(proofTexts.submit);
    expect(await outcome).toBe("done");
    expect(server.calls(PROOF)[0]?.body).toEqual({ code: "123456" });
  });

  it("shows the server's refusal and stays open", async () => {
    await askForData();
    await screen.findByLabelText(proofTexts.password);
    server.answer(PROOF, { status: 403, body: { detail: "That password is not right.", code: "wrong_password" } });
    type(proofTexts.password, "guess");
    press(proofTexts.submit);
    await screen.findByText("That password is not right.");
    expect(screen.getByRole("dialog")).toBeDefined();
  });

  it("stays refused when the user cancels", async () => {
    await askForData();
    await screen.findByLabelText(proofTexts.password);
    press(proofTexts.cancel);
    expect(await outcome).toBe("proof_required");
    expect(server.calls(PROOF)).toHaveLength(0);
  });

  it("sends users who have only Google there", async () => {
    answerSecurity({ has_password: false, has_google: true });
    await askForData();
    await screen.findByText(proofTexts.google);
    await screen.findByRole("button", { name: "Sign in with Google" });
  });
});

describe("a call that carries the password already", () => {
  const change = () =>
    api("PUT", "/auth/password", { body: { current_password: "monsoon", password: "monsoon-2026" } }).then(
      () => "done",
      (cause: { code: string }) => cause.code,
    );

  it("does not ask a second time", async () => {
    renderSite({ at: "/settings", pages: { "/settings": () => <ProofSlot /> } });
    server.answer("PUT /auth/password", wanted);
    server.answer(PROOF, { body: { message: "ok" } });
    expect(await change()).toBe("proof_required"); // the server's second answer is final
    expect(server.calls(PROOF)[0]?.body).toEqual({ password: "monsoon" });
    expect(server.calls("PUT /auth/password")).toHaveLength(2);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("shows the usual error for a wrong password", async () => {
    renderSite({ at: "/settings", pages: { "/settings": () => <ProofSlot /> } });
    server.answer("PUT /auth/password", wanted);
    server.answer(PROOF, { status: 403, body: { detail: "That password is not right.", code: "wrong_password" } });
    expect(await change()).toBe("wrong_password");
  });
});
