import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminLoginTexts } from "../features/admin-login/admin-login.texts.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { preparePageTests, renderSite } from "../testing/render-site.tsx";
import { authenticatorTexts } from "../texts/authenticator.texts.ts";
import { shownToasts } from "../ui/toast.tsx";
import AdminLogin from "./admin-login.tsx";
import Secret from "./secret.tsx";

preparePageTests();
const server = provideApiServer();
const LOGIN = "POST /api/login";
const TOKEN = { access_token: "fresh-token", token_type: "bearer", role: "admin" };

function open(at: "/admin/login" | "/secret") {
  server.answer("GET /api/verify", {
    body: {
      username: "meera",
      name: "Meera",
      role: "admin",
      expires_at: "2026-11-16T20:00:00.000Z",
      clock_shift_minutes: 150,
    },
  });
  renderSite({ at, pages: { "/admin/login": AdminLogin, "/secret": Secret } });
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = () => fireEvent.click(screen.getByRole("button", { name: adminLoginTexts.submit }));
const toasts = () => shownToasts().map(({ text }) => text);
const address = () => screen.getByTestId("address").textContent;

function logIn() {
  type("Username", "meera.nair@example.com");
  type("Password", "correct horse");
  press();
}

describe.each(["/admin/login", "/secret"] as const)("the login at %s", (at) => {
  it("[C2.8][C2.10][C5.1] asks for username and password, and sends no request without them", async () => {
    open(at);
    press();
    expect(toasts()).toEqual(["Please fill in all fields"]);
    type("Username", "meera.nair@example.com");
    press();
    expect(toasts()).toEqual(["Please fill in all fields", "Please fill in all fields"]);
    expect(server.calls(LOGIN)).toHaveLength(0);
  });

  it("[C7.4][C3.5][C6.3] stores the token and opens its dashboard", async () => {
    server.answer(LOGIN, { body: TOKEN });
    open(at);
    logIn();
    await waitFor(() => expect(address()).toBe(at === "/secret" ? "/secret/dashboard" : "/admin/dashboard"));
    expect(server.calls(LOGIN)[0]?.body).toEqual({ username: "meera.nair@example.com", password: "correct horse" });
    expect(localStorage.getItem("admin_token")).toBe("fresh-token");
  });

  it("[C8.2] shows the server's own sentence", async () => {
    server.answer(LOGIN, { status: 401, body: { detail: "Wrong username or password.", code: "bad_credentials" } });
    open(at);
    logIn();
    await waitFor(() => expect(toasts()).toEqual(["Wrong username or password."]));
    expect(localStorage.getItem("admin_token")).toBeNull();
  });

  it("[C8.2] has its own sentence where the server has none", async () => {
    server.answer(LOGIN, { status: 401, body: {} });
    open(at);
    logIn();
    await waitFor(() => expect(toasts()).toEqual(["Login failed. Please check your credentials."]));
    server.answer(LOGIN, { status: 500, body: {} });
    press();
    await waitFor(() => expect(toasts()).toHaveLength(2));
    expect(toasts()[1]).toBe(at === "/secret" ? "Login failed" : "Admin login failed");
    server.answer(LOGIN, { isCutOff: true });
    press();
    await waitFor(() => expect(toasts()).toHaveLength(3));
    expect(toasts()[2]).toBe("Network error. Please check if the server is running.");
  });

  it("[C7.4] asks for the second factor and sends all three together", async () => {
    server.answer(LOGIN, { status: 401, body: { detail: "A code is needed.", code: "totp_required" } });
    open(at);
    logIn();
    await screen.findByLabelText(adminLoginTexts.code);
    server.answer(LOGIN, { status: 401, body: { detail: "That code is wrong.", code: "totp_wrong" } });
    type(adminLoginTexts.code, "123456");
    expect(await screen.findByText("That code is wrong.")).toBeDefined();
    server.answer(LOGIN, { body: TOKEN });
    type(adminLoginTexts.code, "654321");
    await waitFor(() => expect(address()).toMatch(/dashboard$/));
    expect(server.calls(LOGIN).at(-1)?.body).toMatchObject({ password: "correct horse", totp: "654321" });
  });

  it("[C7.4] accepts a recovery code", async () => {
    server.answer(LOGIN, { status: 401, body: { detail: "A code is needed.", code: "totp_required" } });
    open(at);
    logIn();
    fireEvent.click(await screen.findByRole("button", { name: adminLoginTexts.useRecovery }));
    server.answer(LOGIN, { body: TOKEN });
    type(adminLoginTexts.recoveryCode, "abcde-fghij");
    press();
    await waitFor(() => expect(address()).toMatch(/dashboard$/));
    expect(server.calls(LOGIN).at(-1)?.body).toMatchObject({ totp: "abcde-fghij" });
  });
});

describe("an admin without an authenticator", () => {
  const START = "POST /api/login/authenticator";
  const CONFIRM = "POST /api/login/authenticator/confirm";
  const secret = { secret: "JBSWY3DPEHPK3PXP", otpauth_url: "otpauth://totp/x", qr_svg: "<svg></svg>" };

  it("sets one up at the login, saves the recovery codes and is signed in", async () => {
    server.answer(LOGIN, { status: 401, body: { detail: "No authenticator yet.", code: "factor_missing" } });
    server.answer(START, { body: secret });
    open("/secret");
    logIn();
    expect(await screen.findByLabelText(authenticatorTexts.secret)).toMatchObject({ value: secret.secret });
    expect(screen.getByRole("img", { name: authenticatorTexts.qrAlt })).toBeDefined();
    expect(server.calls(START)[0]?.body).toMatchObject({ door: "desk", password: "correct horse" });
    server.answer(CONFIRM, { status: 401, body: { detail: "That code is wrong.", code: "totp_wrong" } });
    type(authenticatorTexts.code, "123456");
    expect(await screen.findByText("That code is wrong.")).toBeDefined();
    server.answer(CONFIRM, { body: { ...TOKEN, recovery_codes: ["ABCDE-FGHJK", "LMNPQ-RSTUV"] } });
    type(authenticatorTexts.code, "654321");
    expect(await screen.findByText("ABCDE-FGHJK")).toBeDefined();
    // The admin enters the back office only after the codes are saved.
    expect(address()).toBe("/secret");
    fireEvent.click(screen.getByRole("button", { name: authenticatorTexts.saved }));
    await waitFor(() => expect(address()).toBe("/secret/dashboard"));
    expect(localStorage.getItem("admin_token")).toBe("fresh-token");
    expect(server.calls(START)).toHaveLength(1);
    expect(shownToasts()).toEqual([]);
  });
});

describe("an admin who is already signed in", () => {
  it("redirects after the login, also to the page they came from and never to another site", async () => {
    localStorage.setItem("admin_token", "good");
    server.answer("GET /api/verify", { body: { username: "m", name: "M", role: "admin", expires_at: "" } });
    renderSite({ at: "/admin/login?next=%2Fadmin%2Fbacktest", pages: { "/admin/login": AdminLogin } });
    await waitFor(() => expect(address()).toBe("/admin/backtest"));
  });
});
