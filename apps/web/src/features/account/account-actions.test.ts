import { describe, expect, it } from "vitest";
import { api } from "../../lib/api.ts";
import { aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { accountFailureTexts, submitFaultTexts } from "./account.texts.ts";
import { logIn, resendCode, signUp, verifyEmail } from "./account-actions.ts";

const server = provideApiServer();
const login = { email: "asha@example.com", password: "monsoon", rememberMe: false };
const signup = {
  name: "Asha Rao",
  email: "asha@example.com",
  dob: "1990-05-01",
  password: "monsoon",
  confirmPassword: "monsoon",
};
const refused = (tone: "warning" | "error", sentence: string) => ({ kind: "refused", tone, sentence });
const refusal = (status: number, body: object) => ({ status, body });

describe("logging in", () => {
  it("[A3.2, A7.3] sends email and password and returns the user", async () => {
    server.answer("POST /auth/login", { body: { user: aUser() } });
    expect(await logIn(api, { ...login, rememberMe: true })).toEqual({ kind: "signed_in", user: aUser() });
    expect(server.calls()[0]?.body).toEqual({ email: login.email, password: login.password, remember_me: true });
  });

  it("[A3.2] sends nothing but email and password when the box is not ticked", async () => {
    server.answer("POST /auth/login", { body: { user: aUser() } });
    await logIn(api, login);
    expect(server.calls()[0]?.body).toEqual({ email: login.email, password: login.password });
  });

  it("[A5.1] warns and sends nothing when a field is empty", async () => {
    expect(await logIn(api, { ...login, password: "" })).toEqual(
      refused("warning", submitFaultTexts.password_required),
    );
    expect(server.calls()).toHaveLength(0);
  });

  it("[A8.2] shows the server's sentence", async () => {
    server.answer("POST /auth/login", refusal(401, { message: "Wrong email or password.", code: "bad_credentials" }));
    expect(await logIn(api, login)).toEqual({ ...refused("error", "Wrong email or password."), place: "password" });
  });

  it("[A8.2] falls back to the status", async () => {
    server.answer("POST /auth/login", { status: 502, text: "bad gateway" });
    expect(await logIn(api, login)).toEqual(refused("error", accountFailureTexts.login(502)));
  });

  it("[A8.2] notices a reply without a user", async () => {
    server.answer("POST /auth/login", { body: {} });
    expect(await logIn(api, login)).toEqual(refused("error", accountFailureTexts.loginWithoutUser));
  });

  it("sends an unverified address to verification", async () => {
    server.answer("POST /auth/login", refusal(403, { detail: "Not verified.", code: "email_unverified" }));
    expect(await logIn(api, login)).toEqual({ kind: "unverified" });
  });

  it("says that the server could not be reached", async () => {
    server.answer("POST /auth/login", { isCutOff: true });
    expect(await logIn(api, login)).toEqual(refused("error", accountFailureTexts.unreachable));
  });
});

describe("signing up", () => {
  it("[A3.2, A7.5] sends name, email, password and the date of birth", async () => {
    server.answer("POST /auth/signup", { body: { message: "ok" } });
    expect(await signUp(api, signup)).toEqual({ kind: "done" });
    const { confirmPassword: _, ...sent } = signup;
    expect(server.calls()[0]?.body).toEqual(sent);
  });

  it.each([
    [{ name: " " }, submitFaultTexts.name_required],
    [{ password: "short", confirmPassword: "short" }, submitFaultTexts.password_short],
    [{ email: "asha@" }, submitFaultTexts.email_invalid],
    [{ dob: "2026-01-01" }, submitFaultTexts.too_young],
    [{ confirmPassword: "other" }, submitFaultTexts.passwords_differ],
  ])("[A5.4] warns and sends nothing for %o", async (change, sentence) => {
    expect(await signUp(api, { ...signup, ...change })).toEqual(refused("warning", sentence));
    expect(server.calls()).toHaveLength(0);
  });

  it("[A8.3] shows the server's sentence, else one of its own two", async () => {
    server.answer("POST /auth/signup", refusal(429, { detail: "Too many tries.", code: "too_many_requests" }));
    expect(await signUp(api, signup)).toEqual(refused("error", "Too many tries."));
    server.answer("POST /auth/signup", refusal(500, {}));
    expect(await signUp(api, signup)).toEqual(refused("error", accountFailureTexts.signup));
    server.answer("POST /auth/signup", { isCutOff: true });
    expect(await signUp(api, signup)).toEqual(refused("error", accountFailureTexts.signupUnreachable));
  });
});

describe("verifying", () => {
  const code = { email: "asha@example.com", code: "123456" };

  it("[A7.6] sends email and code", async () => {
    server.answer("POST /auth/verify-email", { body: { message: "ok" } });
    expect(await verifyEmail(api, code)).toEqual({ kind: "done" });
    expect(server.calls()[0]?.body).toEqual(code);
  });

  it("[A8.3] shows the server's sentence, else one of its own two", async () => {
    server.answer("POST /auth/verify-email", refusal(400, { detail: "Wrong code.", code: "code_wrong" }));
    expect(await verifyEmail(api, code)).toEqual({ ...refused("error", "Wrong code."), place: "code" });
    server.answer("POST /auth/verify-email", refusal(500, {}));
    expect(await verifyEmail(api, code)).toEqual(refused("error", accountFailureTexts.verification));
    server.answer("POST /auth/verify-email", { isCutOff: true });
    expect(await verifyEmail(api, code)).toEqual(refused("error", accountFailureTexts.verificationUnreachable));
  });

  it("requests another code", async () => {
    server.answer("POST /auth/resend-code", { body: { message: "ok" } });
    expect(await resendCode(api, code.email)).toEqual({ kind: "done" });
    server.answer("POST /auth/resend-code", { isCutOff: true });
    expect(await resendCode(api, code.email)).toEqual(refused("error", accountFailureTexts.resend));
  });
});
