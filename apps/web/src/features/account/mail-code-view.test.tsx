import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { mailedCodeTexts } from "../../texts/account-form.texts.ts";
import { loginTexts, mailCodeTexts, secondFactorTexts } from "./account.texts.ts";
import { AuthPage } from "./auth-page.tsx";

preparePageTests();
const server = provideApiServer();
const LOGIN = "POST /auth/login";

const refuse = (status: number, code: string) => server.answer(LOGIN, { status, body: { detail: "Refused.", code } });
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const sent = () => server.calls(LOGIN).at(-1)?.body;

beforeEach(() => {
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
  refuse(401, "login_code_required");
});

async function openCodeStep() {
  renderSite({ at: "/login?next=/courses", pages: { "/login": AuthPage } });
  type(loginTexts.email, "asha@example.com");
  type(loginTexts.password, "monsoon");
  press(loginTexts.submit);
  await screen.findByLabelText(mailedCodeTexts.code);
}

describe("a login after many wrong passwords of strangers", () => {
  it("asks for the mailed code and sends it with the same login", async () => {
    await openCodeStep();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(mailCodeTexts.title);
    server.answer(LOGIN, { body: { user: aUser() } });
    type(mailedCodeTexts.code, "123456");
    press(mailCodeTexts.submit);
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/courses"));
    expect(sent()).toMatchObject({ email: "asha@example.com", password: "monsoon", mail_code: "123456" });
  });

  it("says at the field that the code is wrong", async () => {
    await openCodeStep();
    refuse(400, "code_wrong");
    type(mailedCodeTexts.code, "000000");
    press(mailCodeTexts.submit);
    await screen.findByText(mailCodeTexts.wrong);
  });

  it("keeps the code for the second factor, where one is on", async () => {
    await openCodeStep();
    refuse(401, "totp_required");
    type(mailedCodeTexts.code, "123456");
    press(mailCodeTexts.submit);
    await screen.findByLabelText(secondFactorTexts.app.code);
    server.answer(LOGIN, { body: { user: aUser() } });
    type(secondFactorTexts.app.code, "654321");
    press(secondFactorTexts.submit);
    await waitFor(() => expect(sent()).toMatchObject({ mail_code: "123456", totp: "654321" }));
  });
});
