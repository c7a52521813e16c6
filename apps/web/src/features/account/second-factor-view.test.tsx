import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { loginTexts, secondFactorTexts } from "./account.texts.ts";
import { AuthPage } from "./auth-page.tsx";

preparePageTests();
const server = provideApiServer();
const LOGIN = "POST /auth/login";
const { app, recovery } = secondFactorTexts;

const refuse = (code: "totp_required" | "totp_wrong") =>
  server.answer(LOGIN, { status: 401, body: { detail: "Refused.", code } });

beforeEach(() => {
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
  refuse("totp_required");
});

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const address = () => screen.getByTestId("address").textContent;
const sent = () => server.calls(LOGIN).at(-1)?.body;

async function openSecondStep() {
  renderSite({ at: "/login?next=/courses", pages: { "/login": AuthPage } });
  type(loginTexts.email, "asha@example.com");
  type(loginTexts.password, "monsoon");
  fireEvent.click(screen.getByLabelText(loginTexts.rememberMe));
  press(loginTexts.submit);
  await screen.findByLabelText(app.code);
}

describe("[A2.28] a login with an authenticator", () => {
  it("asks for the code in a second step that is announced and that phones can fill in", async () => {
    await openSecondStep();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Enter the code from your authenticator app");
    const field = screen.getByLabelText(app.code);
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute("autocomplete")).toBe("one-time-code");
    expect(field.getAttribute("inputmode")).toBe("numeric");
    expect(sent()).not.toHaveProperty("totp");
  });

  it("sends the same login again with the code, and opens the target page", async () => {
    await openSecondStep();
    server.answer(LOGIN, { body: { user: aUser() } });
    type(app.code, "123 456");
    press(secondFactorTexts.submit);
    await waitFor(() => expect(address()).toBe("/courses"));
    expect(sent()).toEqual({ email: "asha@example.com", password: "monsoon", remember_me: true, totp: "123456" });
  });

  it("says at the field that the code is wrong, and puts the cursor there", async () => {
    await openSecondStep();
    refuse("totp_wrong");
    type(app.code, "000000");
    press(secondFactorTexts.submit);
    await screen.findByText(app.wrong);
    const field = screen.getByLabelText(app.code);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it("sends nothing before six digits are there", async () => {
    await openSecondStep();
    type(app.code, "12345");
    press(secondFactorTexts.submit);
    await screen.findByText(app.incomplete);
    expect(server.calls(LOGIN)).toHaveLength(1);
  });

  it("takes a recovery code instead", async () => {
    await openSecondStep();
    press(app.other);
    type(await screen.findByLabelText(recovery.code).then(() => recovery.code), "k7mpd-2xw4q");
    refuse("totp_wrong");
    press(secondFactorTexts.submit);
    await screen.findByText(recovery.wrong);
    server.answer(LOGIN, { body: { user: aUser() } });
    press(secondFactorTexts.submit);
    await waitFor(() => expect(address()).toBe("/courses"));
    expect(sent()).toMatchObject({ totp: "k7mpd2xw4q" });
  });

  it("shows other refusals of the server", async () => {
    await openSecondStep();
    server.answer(LOGIN, { status: 429, body: { detail: "Too many attempts.", code: "too_many_requests" } });
    type(app.code, "123456");
    press(secondFactorTexts.submit);
    await waitFor(() => expect(screen.getAllByRole("alert").at(0)?.textContent).toContain("Too many attempts."));
  });

  it("goes back to the login with the address and without the password", async () => {
    await openSecondStep();
    press(secondFactorTexts.back);
    expect(await screen.findByLabelText(loginTexts.email)).toMatchObject({ value: "asha@example.com" });
    expect(screen.getByLabelText(loginTexts.password)).toMatchObject({ value: "" });
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });
});
