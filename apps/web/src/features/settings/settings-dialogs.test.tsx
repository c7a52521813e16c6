import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { useSession } from "../../lib/session.tsx";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { fieldFaultTexts, mailedCodeTexts, newPasswordTexts, unreachableText } from "../../texts/account-form.texts.ts";
import { totpTexts } from "./security.texts.ts";
import { dataTexts, emailTexts, passwordTexts, settingsTexts } from "./settings.texts.ts";
import type { Security } from "./settings-queries.ts";
import { SettingsTab } from "./settings-tab.tsx";

preparePageTests();
const server = provideApiServer();
const saved: { name: string; text: Promise<string> }[] = [];

const answerSecurity = (changes: Partial<Security> = {}) =>
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

beforeEach(() => {
  saved.length = 0;
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
  server.answer("GET /auth/sessions", { body: { sessions: [] } });
  server.answer("GET /auth/login-history", { body: { events: [] } });
  answerSecurity();
  let file: Blob | null = null;
  vi.spyOn(URL, "createObjectURL").mockImplementation((source) => {
    file = source as Blob;
    return "blob:file";
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    if (file !== null) saved.push({ name: this.download, text: file.text() });
  });
});

/** As in the product, the page is shown only to signed-in users. */
function Page() {
  if (useSession().kind !== "user") return null;
  return (
    <QueryProvider>
      <SettingsTab email="asha@example.com" renderPhoneDialog={() => null} />
    </QueryProvider>
  );
}

async function openDialog(button: string, title: string) {
  renderSite({ at: "/settings", pages: { "/settings": Page } });
  fireEvent.click(await screen.findByRole("button", { name: button }));
  return screen.findByRole("dialog", { name: title });
}

const inDialog = () => within(screen.getByRole("dialog"));
const press = (name: string) => fireEvent.click(inDialog().getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.input(inDialog().getByLabelText(label), { target: { value } });
const faultOf = (label: string) => {
  const field = inDialog().getByLabelText(label);
  if (field.getAttribute("aria-invalid") !== "true") return null;
  return document.getElementById(field.getAttribute("aria-describedby")?.split(" ")[0] ?? "")?.textContent ?? null;
};
const toast = () =>
  [...document.querySelectorAll("[role=status],[role=alert]")].map((region) => region.textContent).join("");
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const refusal = (status: number, code: string, detail: string) => ({ status, body: { detail, code } });

describe("changing the password", () => {
  const open = () => openDialog("Change password", passwordTexts.dialogTitle);
  const fill = (next = "monsoon-2026", again = next) => {
    type(passwordTexts.current, "monsoon");
    type(passwordTexts.next, next);
    type(newPasswordTexts.confirmPassword, again);
  };

  it("[A5.3] shows missing fields and sends nothing", async () => {
    await open();
    press(passwordTexts.submit);
    await waitFor(() => expect(faultOf(passwordTexts.current)).toBe(fieldFaultTexts.password_required));
    fill("short", "other");
    await waitFor(() => expect(faultOf(passwordTexts.next)).toBe(fieldFaultTexts.password_short));
    expect(faultOf(newPasswordTexts.confirmPassword)).toBe(fieldFaultTexts.passwords_differ);
    expect(server.calls("PUT /auth/password")).toHaveLength(0);
  });

  it("[A5.5] shows how strong the new one is", async () => {
    await open();
    fill("12345678");
    await waitFor(() => expect(inDialog().getByText("Good").tagName).toBe("OUTPUT"));
  });

  it("sends both, closes and says that other devices are signed out", async () => {
    server.answer("PUT /auth/password", { body: { message: "Your password has been changed." } });
    await open();
    fill();
    press(passwordTexts.submit);
    await closed();
    expect(server.calls("PUT /auth/password")[0]?.body).toEqual({
      current_password: "monsoon",
      password: "monsoon-2026",
    });
    await waitFor(() => expect(toast()).toContain("Your password has been changed."));
    await waitFor(() => expect(server.calls("GET /auth/sessions").length).toBeGreaterThan(1));
  });

  it("says beside the field that the current one is wrong, and above the button any other refusal", async () => {
    server.answer("PUT /auth/password", refusal(403, "wrong_password", "That password is not right."));
    await open();
    fill();
    press(passwordTexts.submit);
    await waitFor(() => expect(faultOf(passwordTexts.current)).toBe("That password is not right."));
    server.answer("PUT /auth/password", { isCutOff: true });
    press(passwordTexts.submit);
    expect(await inDialog().findByText(unreachableText)).toBeDefined();
  });
});

describe("changing the email address", () => {
  const open = () => openDialog("Change email address", emailTexts.dialogTitle);

  it("takes the address and the password, then the mailed code", async () => {
    server.answer("POST /auth/email", { body: { message: "We have sent a code to the new address." } });
    server.answer("POST /auth/email/confirm", refusal(400, "code_wrong", "That code is not right."));
    await open();
    press(emailTexts.submit);
    await waitFor(() => expect(faultOf(emailTexts.email)).toBe(fieldFaultTexts.email_required));
    type(emailTexts.email, " asha.rao@example.com ");
    type(emailTexts.password, "monsoon");
    press(emailTexts.submit);

    await screen.findByRole("dialog", { name: emailTexts.codeTitle });
    expect(server.calls("POST /auth/email")[0]?.body).toEqual({ email: "asha.rao@example.com", password: "monsoon" });
    await waitFor(() => expect(document.activeElement).toBe(inDialog().getByLabelText(mailedCodeTexts.code)));
    type(mailedCodeTexts.code, "12345");
    press(emailTexts.confirm);
    await waitFor(() => expect(faultOf(mailedCodeTexts.code)).toBe(settingsTexts.codeInvalid));
    type(mailedCodeTexts.code, "123456");
    press(emailTexts.confirm);
    await waitFor(() => expect(faultOf(mailedCodeTexts.code)).toBe("That code is not right."));

    server.answer("POST /auth/email/confirm", { body: { message: "Your account uses the new address from now on." } });
    const profiles = server.calls("GET /auth/profile").length;
    press(emailTexts.confirm);
    await closed();
    await waitFor(() => expect(server.calls("GET /auth/profile").length).toBe(profiles + 1));
  });

  it("Back leads to the address again", async () => {
    server.answer("POST /auth/email", { body: { message: "ok" } });
    await open();
    type(emailTexts.email, "asha.rao@example.com");
    type(emailTexts.password, "monsoon");
    press(emailTexts.submit);
    await screen.findByRole("dialog", { name: emailTexts.codeTitle });
    press(settingsTexts.back);
    expect(inDialog().getByLabelText(emailTexts.email)).toMatchObject({ value: "asha.rao@example.com" });
  });
});

describe("two-step sign-in", () => {
  const codes = ["ABCDE-FGHJK", "LMNPQ-RSTUV"];

  it("goes from the password through the app's code to the recovery codes", async () => {
    const secret = {
      secret: "JBSWY3DPEHPK3PXP",
      otpauth_url: "otpauth://totp/x",
      qr_svg: "<svg><script>1</script></svg>",
    };
    server.answer("POST /auth/totp/start", { body: secret });
    server.answer("POST /auth/totp/confirm", { body: { recovery_codes: codes } });
    await openDialog("Switch on two-step sign-in", totpTexts.passwordTitle);
    type(totpTexts.password, "monsoon");
    press(settingsTexts.continue);

    const picture = await inDialog().findByRole("img", { name: totpTexts.qrAlt });
    expect(picture.getAttribute("src")).toBe(`data:image/svg+xml;utf8,${encodeURIComponent(secret.qr_svg)}`);
    expect(inDialog().getByLabelText(totpTexts.secret)).toMatchObject({ value: secret.secret });
    type(totpTexts.code, "123456");
    press(totpTexts.confirm);

    await screen.findByRole("dialog", { name: totpTexts.codesTitle });
    expect(
      inDialog()
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(codes);
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    expect(screen.queryByRole("dialog")).not.toBeNull();
    press(totpTexts.download);
    expect(saved[0]?.name).toBe("vriddhi-recovery-codes.txt");
    expect(await saved[0]?.text).toBe("ABCDE-FGHJK\nLMNPQ-RSTUV\n");
    press(totpTexts.saved);
    await closed();
    await waitFor(() => expect(toast()).toContain(totpTexts.switchedOn));
  });

  it("warns when few recovery codes are left, and is switched off with password and code", async () => {
    answerSecurity({ totp_enabled: true, recovery_codes_left: 1 });
    server.answer("DELETE /auth/totp", refusal(401, "totp_wrong", "That authenticator code is not right."));
    await openDialog("Switch off two-step sign-in", totpTexts.offTitle);
    expect(screen.getByText("1 recovery code left.", { exact: false })).toBeDefined();
    type(totpTexts.password, "monsoon");
    type(totpTexts.offCode, "000000");
    press(totpTexts.switchOff);
    await waitFor(() => expect(faultOf(totpTexts.offCode)).toBe("That authenticator code is not right."));
    server.answer("DELETE /auth/totp", { body: { message: "The authenticator is switched off" } });
    type(totpTexts.offCode, "ABCDE-FGHJK");
    press(totpTexts.switchOff);
    await closed();
    expect(server.calls("DELETE /auth/totp")[1]?.body).toEqual({ password: "monsoon", code: "ABCDE-FGHJK" });
  });
});

describe("your data", () => {
  it("comes as a JSON file", async () => {
    server.answer("GET /auth/data", { body: { exported_at: "2026-11-16T03:40:00.000Z", data: { profile: [] } } });
    renderSite({ at: "/settings", pages: { "/settings": Page } });
    fireEvent.click(await screen.findByRole("button", { name: "Download your data" }));
    await waitFor(() => expect(saved[0]?.name).toMatch(/^vriddhi-data-\d{4}-\d\d-\d\d\.json$/));
    expect(JSON.parse((await saved[0]?.text) ?? "")).toMatchObject({ data: { profile: [] } });
    await waitFor(() => expect(toast()).toContain(dataTexts.downloaded));
  });

  it("is deleted only by the word DELETE and the password, and ends signed out on the home page", async () => {
    server.answer("POST /auth/delete-account", { body: { message: "Your account has been deleted" } });
    server.answer("POST /auth/logout", { body: { message: "ok" } });
    await openDialog("Delete your account", dataTexts.dialogTitle);
    expect(inDialog().getByText(dataTexts.kept)).toBeDefined();
    type(dataTexts.confirm, "delete");
    press(dataTexts.submit);
    await waitFor(() => expect(faultOf(dataTexts.confirm)).toBe(dataTexts.confirmFault));
    expect(faultOf(dataTexts.password)).toBe(fieldFaultTexts.password_required);
    expect(server.calls("POST /auth/delete-account")).toHaveLength(0);

    type(dataTexts.confirm, "DELETE");
    type(dataTexts.password, "monsoon");
    press(dataTexts.submit);
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/"));
    expect(server.calls("POST /auth/delete-account")[0]?.body).toEqual({ confirm: "DELETE", password: "monsoon" });
    await waitFor(() => expect(server.calls("POST /auth/logout")).toHaveLength(1));
  });

  it("of an account without a password needs only the word", async () => {
    answerSecurity({ has_password: false, has_google: true });
    await openDialog("Delete your account", dataTexts.dialogTitle);
    expect(inDialog().queryByLabelText(dataTexts.password)).toBeNull();
  });
});
