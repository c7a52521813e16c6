import { fireEvent, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { Outlet } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { googleConfirmTexts, googleFailureTexts, googleTexts } from "./google.texts.ts";
import { GoogleCallbackPage } from "./google-callback-page.tsx";
import { rememberNextPath } from "./stored-next.ts";

preparePageTests();
const server = provideApiServer();
const EXCHANGE = "GET /google-auth/callback";

beforeEach(() => {
  server.answer(EXCHANGE, { body: { user: aUser() } });
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
});
afterEach(() => sessionStorage.clear());

const Strict = () => (
  <StrictMode>
    <Outlet />
  </StrictMode>
);
const open = (search = "?code=4%2Fabc&state=st&iss=https%3A%2F%2Fgoogle.example&scope=openid", Frame = Outlet) =>
  renderSite({ at: `/google/callback${search}`, pages: { "/google/callback": GoogleCallbackPage }, Frame });
const address = () => screen.getByTestId("address").textContent;
const sentence = () => screen.getAllByRole("status").map((region) => region.textContent);
const expectFailure = async (text: string) => {
  await screen.findByRole("heading", { name: googleTexts.failed });
  expect(sentence()).toContain(text);
};

describe("the return from Google", () => {
  it("[A2.33] shows that it is working, then that it worked", async () => {
    server.answer(EXCHANGE, { body: { user: aUser() }, delayMs: 50 });
    open();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(googleTexts.arriving);
    await screen.findByRole("heading", { name: googleTexts.arrived });
  });

  it("[A7.8] hands code, state and issuer to the server and nothing else", async () => {
    open();
    await screen.findByRole("heading", { name: googleTexts.arrived });
    const sent = new URL(server.calls(EXCHANGE)[0]?.address ?? "", "http://own.example").searchParams;
    expect(Object.fromEntries(sent)).toEqual({ code: "4/abc", state: "st", iss: "https://google.example" });
  });

  it("[A7.8] asks the server once, however often React mounts the page", async () => {
    open(undefined, Strict);
    await screen.findByRole("heading", { name: googleTexts.arrived });
    await waitFor(() => expect(address()).toBe("/algorithm/dashboard"));
    expect(server.calls(EXCHANGE)).toHaveLength(1);
    expect(server.calls("GET /auth/profile")).toHaveLength(1);
  });

  it("[A7.8] gives a remounted page the first request's answer", async () => {
    server.answer(EXCHANGE, { body: { user: aUser() }, delayMs: 300 });
    const { unmount } = open();
    await waitFor(() => expect(server.calls(EXCHANGE)).toHaveLength(1));
    unmount();
    open("");
    await screen.findByRole("heading", { name: googleTexts.arrived });
    expect(server.calls(EXCHANGE)).toHaveLength(1);
  });

  it("removes the code from the address before the server answers", async () => {
    server.answer(EXCHANGE, { body: { user: aUser() }, delayMs: 300 });
    window.history.replaceState({ kept: true }, "", "/google/callback?code=secret");
    open();
    expect(window.location.href).not.toContain("secret");
    expect(window.history.state).toEqual({ kept: true });
    await waitFor(() => expect(address()).toBe("/google/callback"));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(googleTexts.arriving);
    await screen.findByRole("heading", { name: googleTexts.arrived });
  });

  it.each([
    ["active", "/algorithm/dashboard"],
    ["expired", "/algorithm"],
    ["inactive", "/algorithm"],
  ] as const)("[A4.4] with a subscription that is %s goes on to %s", async (status, path) => {
    server.answer("GET /algorithm/subscription", { body: aSubscription({ status }) });
    open();
    await waitFor(() => expect(address()).toBe(path));
  });

  it("[A4.4] goes to /algorithm when the subscription cannot be read", async () => {
    server.answer("GET /algorithm/subscription", { status: 500, body: {} });
    open();
    await waitFor(() => expect(address()).toBe("/algorithm"));
  });

  it("[A9.3] leaves half a second to read", async () => {
    open();
    await screen.findByRole("heading", { name: googleTexts.arrived });
    const shownAt = performance.now();
    expect(address()).toBe("/google/callback");
    await waitFor(() => expect(address()).toBe("/algorithm/dashboard"));
    expect(performance.now() - shownAt).toBeGreaterThan(250);
  });

  it("opens the target page, and forgets it", async () => {
    rememberNextPath("/subscription-plans?band=3");
    open();
    await waitFor(() => expect(address()).toBe("/subscription-plans?band=3"));
    expect(sessionStorage).toHaveLength(0);
  });

  it("never leaves the site, whatever the storage contains", async () => {
    sessionStorage.setItem("google_next", "//evil.example");
    open();
    await waitFor(() => expect(address()).toBe("/algorithm/dashboard"));
  });
});

describe("what can go wrong", () => {
  it("[A8.4] spells the sentences of the specification", () => {
    expect(googleFailureTexts).toEqual({
      refused: "Authentication failed. Please try again.",
      noSession: "Failed to establish user session. Please try logging in again.",
      noProfile: "Failed to load user profile. Please try logging in again.",
      noCode: "No authorization code received",
      unexpected: "An unexpected error occurred. Please try again.",
    });
  });

  it("[A8.4] no code: says so and sends no request", async () => {
    open("?state=st");
    await expectFailure(googleFailureTexts.noCode);
    expect(server.calls(EXCHANGE)).toHaveLength(0);
  });

  it("[A8.4] cancelled at Google: notifies the server, so that the attempt is used up", async () => {
    server.answer(EXCHANGE, { status: 400, body: { detail: googleFailureTexts.refused, code: "google_denied" } });
    open("?error=access_denied&state=st");
    await expectFailure(googleFailureTexts.refused);
    expect(server.calls(EXCHANGE)[0]?.address).toContain("error=access_denied");
  });

  it("[A8.4] refused: the server's sentence where there is one, else our own", async () => {
    const detail = "Your Google email address is not verified.";
    server.answer(EXCHANGE, { status: 400, body: { detail, code: "google_unverified_email" } });
    const { unmount } = open();
    await expectFailure(detail);
    unmount();
    server.answer(EXCHANGE, { status: 502, text: "bad gateway" });
    open();
    await expectFailure(googleFailureTexts.refused);
  });

  it("[A8.4] no session afterwards", async () => {
    server.answer("GET /auth/profile", { status: 401, body: { detail: "Please log in.", code: "not_signed_in" } });
    open();
    await expectFailure(googleFailureTexts.noSession);
  });

  it.each([
    ["fails", { status: 500, body: {} }],
    ["is cut off", { isCutOff: true }],
  ])("[A8.4] the profile call %s", async (_, answer) => {
    server.answer("GET /auth/profile", answer);
    open();
    await expectFailure(googleFailureTexts.noProfile);
  });

  it.each([
    ["no answer", { isCutOff: true }],
    ["no readable one", { text: "<html>" }],
  ])("[A8.4] %s from the server", async (_, answer) => {
    server.answer(EXCHANGE, answer);
    open();
    await expectFailure(googleFailureTexts.unexpected);
  });

  it("[A2.32] leads back to the login", async () => {
    open("");
    fireEvent.click(await screen.findByRole("link", { name: googleTexts.backToLogin }));
    await waitFor(() => expect(address()).toBe("/auth"));
  });

  it("[A2.3, A2.32] keeps the target page on the way back", async () => {
    rememberNextPath("/courses");
    open("");
    fireEvent.click(await screen.findByRole("link", { name: googleTexts.backToLogin }));
    await waitFor(() => expect(address()).toBe("/auth?next=%2Fcourses"));
  });
});

describe("what only the user can enter", () => {
  const CONFIRM = "POST /google-auth/confirm";
  const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
  const press = () => fireEvent.click(screen.getByRole("button", { name: googleConfirmTexts.submit }));
  const refuse = (route: string, status: number, code: string) =>
    server.answer(route, { status, body: { detail: `sentence of ${code}`, code } });

  it("is the authenticator's code, where one is on", async () => {
    refuse(EXCHANGE, 401, "totp_required");
    open();
    await screen.findByRole("heading", { name: googleConfirmTexts.codeTitle });
    refuse(CONFIRM, 401, "totp_wrong");
    type(googleConfirmTexts.code, "000000");
    press();
    await screen.findByText("sentence of totp_wrong");
    server.answer(CONFIRM, { body: { user: aUser() } });
    type(googleConfirmTexts.code, "123456");
    press();
    await screen.findByRole("heading", { name: googleTexts.arrived });
    expect(server.calls(CONFIRM).at(-1)?.body).toEqual({ totp: "123456" });
  });

  it("is the password before the first link, and then the code as well", async () => {
    refuse(EXCHANGE, 401, "google_link_unproved");
    open();
    await screen.findByRole("heading", { name: googleConfirmTexts.linkTitle });
    refuse(CONFIRM, 401, "totp_required");
    type(googleConfirmTexts.password, "monsoon");
    press();
    await screen.findByLabelText(googleConfirmTexts.code);
    server.answer(CONFIRM, { body: { user: aUser() } });
    type(googleConfirmTexts.code, "123456");
    press();
    await screen.findByRole("heading", { name: googleTexts.arrived });
    expect(server.calls(CONFIRM).at(-1)?.body).toEqual({ password: "monsoon", totp: "123456" });
  });
});
