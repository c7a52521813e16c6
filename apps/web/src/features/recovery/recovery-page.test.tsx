import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useLocation } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { hintedEmail } from "../../lib/login-hint.ts";
import { useSession } from "../../lib/session.tsx";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { fieldFaultTexts, mailedCodeTexts, newPasswordTexts } from "../../texts/account-form.texts.ts";
import { recoveryFailureTexts, recoveryTexts } from "./recovery.texts.ts";
import { RecoveryPage } from "./recovery-page.tsx";

preparePageTests();
const server = provideApiServer();
const ASK = "POST /auth/forgot-password";
const RESET = "POST /auth/reset-password";
const EMAIL = "asha@example.com";

/** A slow machine may have counted a second already. */
const COUNTING = new RegExp(`^(${[60, 59, 58].map(mailedCodeTexts.resendIn).join("|")})$`);

beforeEach(() => {
  server.answer(ASK, { body: { message: "ok" } });
  server.answer(RESET, { body: { message: "ok", passkeys: [] } });
});

const Login = () => {
  const { state } = useLocation();
  const session = useSession();
  return <p>{`login of ${hintedEmail(state)}, ${session.kind}`}</p>;
};
const open = (search = "") =>
  renderSite({
    at: `/forgot-password${search}`,
    pages: { "/forgot-password": RecoveryPage, "/auth": Login, "/login": Login },
  });
const address = () => screen.getByTestId("address").textContent;
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const heading = () => screen.getByRole("heading", { level: 1 });
const faultOf = (label: string) => {
  const field = screen.getByLabelText(label);
  if (field.getAttribute("aria-invalid") !== "true") return null;
  return document.getElementById(field.getAttribute("aria-describedby")?.split(" ")[0] ?? "")?.textContent ?? null;
};
const alerts = () => screen.getAllByRole("alert").map((region) => region.textContent);

async function askForCode() {
  type(recoveryTexts.email, ` ${EMAIL} `);
  press(recoveryTexts.send);
  await screen.findByLabelText(mailedCodeTexts.code);
}
function fillReset(code = "123456", password = "monsoon-2", again = password) {
  type(mailedCodeTexts.code, code);
  type(recoveryTexts.newPassword, password);
  type(newPasswordTexts.confirmPassword, again);
}

describe("[A2.17] asking for a code", () => {
  it("[A5.1] shows the address's fault and sends nothing", async () => {
    open();
    press(recoveryTexts.send);
    await waitFor(() => expect(faultOf(recoveryTexts.email)).toBe(fieldFaultTexts.email_required));
    type(recoveryTexts.email, "asha@");
    await waitFor(() => expect(faultOf(recoveryTexts.email)).toBe(fieldFaultTexts.email_invalid));
    expect(document.activeElement).toBe(screen.getByLabelText(recoveryTexts.email));
    expect(server.calls(ASK)).toHaveLength(0);
  });

  it("continues with a sentence that does not reveal who has an account", async () => {
    open();
    await askForCode();
    expect(server.calls(ASK)[0]?.body).toEqual({ email: EMAIL });
    expect(screen.getByText(/If/).textContent).toBe(`If ${EMAIL} has an account, a 6-digit code is on its way.`);
    expect(document.activeElement).toBe(heading());
    expect(screen.getByRole("button", { name: COUNTING })).toMatchObject({ disabled: true });
  });

  it("returns to the code after a reload, and not after choosing another address", async () => {
    const first = open();
    await askForCode();
    first.unmount();
    const second = open();
    await screen.findByLabelText(mailedCodeTexts.code);
    expect(screen.getByText(/If/).textContent).toBe(`If ${EMAIL} has an account, a 6-digit code is on its way.`);
    expect(server.calls(ASK)).toHaveLength(1);
    press(recoveryTexts.otherEmail);
    await screen.findByLabelText(recoveryTexts.email);
    second.unmount();
    open();
    expect(await screen.findByLabelText(recoveryTexts.email)).toBeDefined();
    expect(screen.queryByLabelText(mailedCodeTexts.code)).toBeNull();
  });

  it.each([
    ["the server's sentence", { detail: "Too many attempts." }, "Too many attempts."],
    ["our own", {}, recoveryFailureTexts.tooMany],
  ])("stays and shows the limit when there were too many: %s", async (_, body, sentence) => {
    server.answer(ASK, { status: 429, body });
    open();
    type(recoveryTexts.email, EMAIL);
    press(recoveryTexts.send);
    await waitFor(() => expect(alerts()).toContain(sentence));
    expect(heading().textContent).toBe(recoveryTexts.emailTitle);
    server.answer(ASK, { body: { message: "ok" } });
    press(recoveryTexts.send);
    await screen.findByLabelText(mailedCodeTexts.code);
  });

  it.each([
    ["is not reached", { isCutOff: true }, recoveryFailureTexts.unreachable],
    ["fails", { status: 500, body: {} }, recoveryFailureTexts.send],
  ])("shows a failure when the server %s", async (_, answer, sentence) => {
    server.answer(ASK, answer);
    open();
    type(recoveryTexts.email, EMAIL);
    press(recoveryTexts.send);
    await waitFor(() => expect(alerts()).toContain(sentence));
  });

  it("accepts an earlier code without sending a new one", async () => {
    open();
    press(recoveryTexts.hasCode);
    await waitFor(() => expect(faultOf(recoveryTexts.email)).toBe(fieldFaultTexts.email_required));
    type(recoveryTexts.email, EMAIL);
    press(recoveryTexts.hasCode);
    await screen.findByLabelText(mailedCodeTexts.code);
    expect(server.calls(ASK)).toHaveLength(0);
    expect(screen.getByRole("button", { name: mailedCodeTexts.resend })).toMatchObject({ disabled: false });
  });

  it("[A2.3] links back to the login, with the target page", () => {
    open("?next=/courses");
    expect(screen.getByText(recoveryTexts.backToLogin).getAttribute("href")).toBe("/login?next=%2Fcourses");
  });
});

describe("setting the new password", () => {
  it("can be filled in by phones and password managers", async () => {
    open();
    await askForCode();
    expect(screen.getByLabelText(mailedCodeTexts.code).getAttribute("autocomplete")).toBe("one-time-code");
    for (const label of [recoveryTexts.newPassword, newPasswordTexts.confirmPassword])
      expect(screen.getByLabelText(label).getAttribute("autocomplete")).toBe("new-password");
    expect(document.querySelector('input[autocomplete="username"]')).toMatchObject({ value: EMAIL });
  });

  it("[A5.3, A5.6] has the rules of the sign-up", async () => {
    open();
    await askForCode();
    press(recoveryTexts.submit);
    await waitFor(() => expect(faultOf(mailedCodeTexts.code)).toBe(fieldFaultTexts.code_required));
    expect(faultOf(recoveryTexts.newPassword)).toBe(fieldFaultTexts.password_required);
    fillReset("123456", "short", "other");
    await waitFor(() => expect(faultOf(recoveryTexts.newPassword)).toBe(fieldFaultTexts.password_short));
    await waitFor(() => expect(faultOf(newPasswordTexts.confirmPassword)).toBe(fieldFaultTexts.passwords_differ));
    expect(server.calls(RESET)).toHaveLength(0);
  });

  it("[A5.5] and its meter", async () => {
    open();
    await askForCode();
    fillReset("", "12345678");
    await waitFor(() => expect(screen.getByText("Good").tagName).toBe("OUTPUT"));
  });

  it("sends address, code and password, and opens the login with the address", async () => {
    open();
    await askForCode();
    fillReset();
    press(recoveryTexts.submit);
    await screen.findByText(`login of ${EMAIL}, visitor`);
    expect(address()).toBe("/auth");
    expect(server.calls(RESET)[0]?.body).toEqual({ email: EMAIL, code: "123456", password: "monsoon-2" });
    expect(screen.getAllByRole("status").map((region) => region.textContent)).toContain(recoveryTexts.done);
  });

  it("[A2.3] returns to the target page", async () => {
    open(`?next=${encodeURIComponent("/subscription-plans?band=3")}`);
    await askForCode();
    fillReset();
    press(recoveryTexts.submit);
    await waitFor(() => expect(address()).toBe("/login?next=%2Fsubscription-plans%3Fband%3D3"));
  });

  it("knows that the reset ended this browser's session too", async () => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { body: aSubscription() });
    open();
    await askForCode();
    fillReset();
    server.answer("GET /auth/profile", { status: 401, body: { detail: "Please log in.", code: "not_signed_in" } });
    press(recoveryTexts.submit);
    await screen.findByText(`login of ${EMAIL}, visitor`);
  });

  it("says at the field that the code is wrong, and keeps the password", async () => {
    const detail = "That code is not right or no longer valid.";
    server.answer(RESET, { status: 400, body: { detail, code: "code_wrong" } });
    open();
    await askForCode();
    fillReset("000000");
    press(recoveryTexts.submit);
    await waitFor(() => expect(faultOf(mailedCodeTexts.code)).toBe(detail));
    expect(document.activeElement).toBe(screen.getByLabelText(mailedCodeTexts.code));
    expect(screen.getByLabelText(recoveryTexts.newPassword)).toMatchObject({ value: "monsoon-2" });
  });

  it.each([
    ["there were too many", { status: 429, body: { detail: "Too many attempts." } }, "Too many attempts."],
    ["the server fails", { status: 500, body: {} }, recoveryFailureTexts.reset],
    ["the server is not reached", { isCutOff: true }, recoveryFailureTexts.unreachable],
  ])("shows a failure beside the button when %s", async (_, answer, sentence) => {
    server.answer(RESET, answer);
    open();
    await askForCode();
    fillReset();
    press(recoveryTexts.submit);
    await waitFor(() => expect(alerts()).toContain(sentence));
  });

  it("mails a new code, and restarts the countdown only when the server accepted the request", async () => {
    open();
    type(recoveryTexts.email, EMAIL);
    press(recoveryTexts.hasCode);
    await screen.findByLabelText(mailedCodeTexts.code);
    server.answer(ASK, { status: 429, body: { detail: "Too many attempts." } });
    press(mailedCodeTexts.resend);
    await waitFor(() => expect(alerts()).toContain("Too many attempts."));
    await screen.findByRole("button", { name: mailedCodeTexts.resend });
    server.answer(ASK, { body: { message: "ok" } });
    press(mailedCodeTexts.resend);
    await screen.findByRole("button", { name: COUNTING });
    expect(alerts()).not.toContain("Too many attempts.");
  });

  it("goes back to another address", async () => {
    open();
    await askForCode();
    press(recoveryTexts.otherEmail);
    expect(await screen.findByLabelText(recoveryTexts.email)).toMatchObject({ value: EMAIL });
    expect(document.activeElement).toBe(heading());
  });
});

describe("passkeys that outlive the password", () => {
  const END = "POST /auth/reset-password/end-passkeys";
  const openWithPasskeys = async () => {
    server.answer(RESET, {
      body: { message: "ok", passkeys: [{ name: "A stranger’s phone", created_at: "2026-11-02T08:00:00.000Z" }] },
    });
    open();
    await askForCode();
    fillReset();
    press(recoveryTexts.submit);
    await screen.findByText("A stranger’s phone");
  };

  it("are shown after the reset, and can be removed", async () => {
    server.answer(END, { body: { message: "ok" } });
    await openWithPasskeys();
    expect(heading().textContent).toBe(recoveryTexts.passkeysTitle);
    press(recoveryTexts.endPasskeys);
    await screen.findByText(/^login of/);
    expect(server.calls(END)).toHaveLength(1);
  });

  it("stay when the user keeps them", async () => {
    await openWithPasskeys();
    press(recoveryTexts.keepPasskeys);
    await screen.findByText(/^login of/);
    expect(server.calls(END)).toHaveLength(0);
  });

  it("are not shown as removed when the server refuses", async () => {
    server.answer(END, { status: 400, body: { detail: "That code is no longer valid.", code: "code_expired" } });
    await openWithPasskeys();
    press(recoveryTexts.endPasskeys);
    await waitFor(() => expect(alerts()).toContain("That code is no longer valid."));
    expect(heading().textContent).toBe(recoveryTexts.passkeysTitle);
  });
});
