import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { fieldFaultTexts } from "../../texts/account-form.texts.ts";
import { loginTexts, signupTexts, verificationTexts } from "./account.texts.ts";
import { AuthPage } from "./auth-page.tsx";

preparePageTests();
const server = provideApiServer();
beforeEach(() => {
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
});

/** A slow machine may have counted a second already. */
const COUNTING = new RegExp(
  `^(${verificationTexts.resendIn(60)}|${verificationTexts.resendIn(59)}|${verificationTexts.resendIn(58)})$`,
);

const open = (at = "/auth") => renderSite({ at, pages: { "/auth": AuthPage, "/login": AuthPage } });
const address = () => screen.getByTestId("address").textContent;
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const faultOf = (label: string) => {
  const field = screen.getByLabelText(label);
  if (field.getAttribute("aria-invalid") !== "true") return null;
  return document.getElementById(field.getAttribute("aria-describedby")?.split(" ")[0] ?? "")?.textContent ?? null;
};
const toast = () =>
  [...screen.getAllByRole("status"), ...screen.getAllByRole("alert")].map((region) => region.textContent).join("");

const spoken = () =>
  [...document.querySelectorAll("[role=alert], [role=status], [aria-live=polite], [aria-live=assertive]")]
    .map((region) => region.textContent)
    .filter((words) => words !== "");

/** Every title that is rendered until then, even for a moment. */
function watchHeadings(): () => readonly string[] {
  const seen = new Set<string>();
  const note = () => seen.add(document.querySelector("h1")?.textContent ?? "");
  const observer = new MutationObserver(note);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    return [...seen];
  };
}

const fillLogin = (email = "asha@example.com", password = "monsoon") => {
  type(loginTexts.email, email);
  type(loginTexts.password, password);
};
const fillIdentity = () => {
  type(signupTexts.name, "Asha Rao");
  type(signupTexts.email, "asha@example.com");
  type(signupTexts.dob, "1990-05-01");
};

describe("the login form", () => {
  it("[A2.28] has email, password, remember me, forgot password and a show-password toggle", () => {
    open();
    expect(screen.getByLabelText(loginTexts.email).getAttribute("autocomplete")).toBe("username");
    expect(screen.getByLabelText(loginTexts.rememberMe)).toBeTruthy();
    expect(screen.getByText(loginTexts.forgotPassword).getAttribute("href")).toBe("/forgot-password");
    const password = screen.getByLabelText(loginTexts.password);
    expect(password.getAttribute("type")).toBe("password");
    press("Show password");
    expect(password.getAttribute("type")).toBe("text");
    press("Hide password");
    expect(password.getAttribute("type")).toBe("password");
  });

  it("[A5.1] reports missing fields, focuses the first and sends nothing", async () => {
    open();
    press(loginTexts.submit);
    await waitFor(() => expect(faultOf(loginTexts.email)).toBe(fieldFaultTexts.email_required));
    expect(faultOf(loginTexts.password)).toBe(fieldFaultTexts.password_required);
    expect(document.activeElement).toBe(screen.getByLabelText(loginTexts.email));
    expect(toast()).toContain("2 fields need your attention.");
    expect(server.calls("POST /auth/login")).toHaveLength(0);
  });

  it("[A5.1] reports invalid fields, and clears the fault once they are valid", async () => {
    open();
    fillLogin("asha@", "short");
    press(loginTexts.submit);
    await waitFor(() => expect(faultOf(loginTexts.email)).toBe(fieldFaultTexts.email_invalid));
    expect(faultOf(loginTexts.password)).toBe(fieldFaultTexts.password_short);
    type(loginTexts.email, "asha@example.com");
    await waitFor(() => expect(faultOf(loginTexts.email)).toBeNull());
  });

  it("[A8.2] shows the server's refusal as a toast", async () => {
    const sentence = "Wrong email or password.";
    server.answer("POST /auth/login", { status: 401, body: { detail: sentence, code: "bad_credentials" } });
    open();
    fillLogin();
    press(loginTexts.submit);
    await waitFor(() => expect(toast()).toContain(sentence));
  });

  it("keeps the refusal of a password beside its field, with the cursor there", async () => {
    const sentence = "Wrong email or password.";
    server.answer("POST /auth/login", { status: 401, body: { detail: sentence, code: "bad_credentials" } });
    open();
    fillLogin();
    press(loginTexts.submit);
    await waitFor(() => expect(faultOf(loginTexts.password)).toBe(sentence));
    await waitFor(() => expect(spoken()).toEqual([sentence]));
    expect(document.activeElement).toBe(screen.getByLabelText(loginTexts.password));
    type(loginTexts.password, "monsoons");
    await waitFor(() => expect(faultOf(loginTexts.password)).toBeNull());
  });

  it("keeps every other refusal above the button until the next try", async () => {
    const sentence = "Too many attempts. Try again in 2 minutes.";
    server.answer("POST /auth/login", { status: 429, body: { detail: sentence, code: "too_many_requests" } });
    open();
    fillLogin();
    press(loginTexts.submit);
    const form = screen.getByRole("button", { name: loginTexts.submit }).closest("form");
    await waitFor(() => expect(form?.textContent).toContain(sentence));
    await waitFor(() => expect(spoken()).toEqual([sentence]));
    server.answer("POST /auth/login", { body: { user: aUser() } });
    press(loginTexts.submit);
    await waitFor(() => expect(address()).toBe("/algorithm/dashboard"));
  });

  it("asks to be remembered when the box is ticked", async () => {
    server.answer("POST /auth/login", { body: { user: aUser() } });
    open();
    fillLogin();
    fireEvent.click(screen.getByLabelText(loginTexts.rememberMe));
    press(loginTexts.submit);
    await waitFor(() => expect(server.calls("POST /auth/login")[0]?.body).toMatchObject({ remember_me: true }));
  });

  it("[A2.28] shows the buttons of other features under the form, in login mode only", async () => {
    const Page = () => <AuthPage googleSlot={<button type="button">Google</button>} passkeySlot={<i>Passkey</i>} />;
    renderSite({ at: "/auth", pages: { "/auth": Page } });
    expect(screen.getByRole("button", { name: "Google" })).toBeTruthy();
    expect(screen.getByText("Passkey")).toBeTruthy();
    press(loginTexts.toSignup);
    await screen.findByLabelText(signupTexts.name);
    expect(screen.queryByRole("button", { name: "Google" })).toBeNull();
  });

  it("[A2.17] keeps the target page in the link for a forgotten password", () => {
    open("/login?next=/courses");
    expect(screen.getByText(loginTexts.forgotPassword).getAttribute("href")).toBe("/forgot-password?next=%2Fcourses");
  });
});

describe("a signed-in user", () => {
  it.each([
    ["active", "/algorithm/dashboard"],
    ["expired", "/algorithm"],
    ["inactive", "/algorithm"],
  ] as const)("[A2.2] with a subscription that is %s goes on to %s", async (status, path) => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { body: aSubscription({ status }) });
    open();
    await waitFor(() => expect(address()).toBe(path));
  });

  it("[A2.3] returns to where they were going", async () => {
    server.answer("POST /auth/login", { body: { user: aUser() } });
    open(`/login?next=${encodeURIComponent("/subscription-plans?band=3&coupon=HALF")}`);
    fillLogin();
    press(loginTexts.submit);
    await waitFor(() => expect(address()).toBe("/subscription-plans?band=3&coupon=HALF"));
  });

  it("is never sent to another site", async () => {
    server.answer("POST /auth/login", { body: { user: aUser() } });
    open("/login?next=//evil.example/");
    fillLogin();
    press(loginTexts.submit);
    await waitFor(() => expect(address()).toBe("/algorithm/dashboard"));
  });
});

describe("the sign-up", () => {
  it("[A5.2] reports missing fields in step 1", async () => {
    open("/auth?mode=signup");
    press(signupTexts.continue);
    await waitFor(() => expect(faultOf(signupTexts.name)).toBe(fieldFaultTexts.name_required));
    expect(faultOf(signupTexts.email)).toBe(fieldFaultTexts.email_required);
    expect(faultOf(signupTexts.dob)).toBe(fieldFaultTexts.dob_required);
    expect(document.activeElement).toBe(screen.getByLabelText(signupTexts.name));
  });

  it("[A5.2, A9.2] refuses children under 13 and addresses that are none", async () => {
    open("/auth?mode=signup");
    fillIdentity();
    type(signupTexts.email, "asha@example");
    type(signupTexts.dob, `${new Date().getUTCFullYear() - 12}-01-01`);
    press(signupTexts.continue);
    await waitFor(() => expect(faultOf(signupTexts.dob)).toBe(fieldFaultTexts.too_young));
    expect(faultOf(signupTexts.email)).toBe(fieldFaultTexts.email_invalid);
    // The sentence appears once: the hint is replaced by the equal fault.
    expect(screen.queryByText(signupTexts.dobHint)).toBeNull();
  });

  it("[A2.29, A4.3] keeps all values on the way to step 2 and back", async () => {
    open("/auth?mode=signup");
    fillIdentity();
    press(signupTexts.continue);
    await screen.findByLabelText(signupTexts.confirmPassword);
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    press(signupTexts.back);
    expect(await screen.findByLabelText(signupTexts.name)).toMatchObject({ value: "Asha Rao" });
    expect(screen.getByLabelText(signupTexts.dob)).toMatchObject({ value: "1990-05-01" });
  });

  it("[A5.3] reports faults of the passwords", async () => {
    open("/auth?mode=signup");
    fillIdentity();
    press(signupTexts.continue);
    await screen.findByLabelText(signupTexts.confirmPassword);
    press(signupTexts.submit);
    await waitFor(() => expect(faultOf(signupTexts.password)).toBe(fieldFaultTexts.password_required));
    type(signupTexts.password, "short");
    await waitFor(() => expect(faultOf(signupTexts.password)).toBe(fieldFaultTexts.password_short));
    type(signupTexts.password, "monsoon");
    type(signupTexts.confirmPassword, "monsoo");
    await waitFor(() => expect(faultOf(signupTexts.confirmPassword)).toBe(fieldFaultTexts.passwords_differ));
    type(signupTexts.password, "monsoo");
    await waitFor(() => expect(faultOf(signupTexts.confirmPassword)).toBeNull());
  });

  it.each([
    ["12345", "Weak"],
    ["123456", "Fair"],
    ["12345678", "Good"],
    ["1234567890", "Strong"],
  ])("[A2.29, A5.5] calls %s %s", async (password, strength) => {
    open("/auth?mode=signup");
    fillIdentity();
    press(signupTexts.continue);
    await screen.findByLabelText(signupTexts.confirmPassword);
    type(signupTexts.password, password);
    await waitFor(() => expect(screen.getByText(strength).tagName).toBe("OUTPUT"));
  });

  it("[A2.30, A4.3] leads through verification back to the login with a success toast", async () => {
    server.answer("POST /auth/signup", { body: { message: "ok" } });
    server.answer("POST /auth/verify-email", { body: { message: "ok" } });
    open("/auth?mode=signup");
    fillIdentity();
    press(signupTexts.continue);
    await screen.findByLabelText(signupTexts.confirmPassword);
    type(signupTexts.password, "monsoon");
    type(signupTexts.confirmPassword, "monsoon");
    press(signupTexts.submit);
    const code = await screen.findByLabelText(verificationTexts.code);
    expect(code.getAttribute("autocomplete")).toBe("one-time-code");
    expect(screen.getByRole("button", { name: COUNTING })).toMatchObject({ disabled: true });

    press(verificationTexts.submit);
    await waitFor(() => expect(faultOf(verificationTexts.code)).toBe(fieldFaultTexts.code_required));
    const headings = watchHeadings();
    type(verificationTexts.code, "123456");
    await waitFor(() => expect(screen.getByLabelText(loginTexts.email)).toMatchObject({ value: "asha@example.com" }));
    expect(headings()).not.toContain(signupTexts.title);
    expect(screen.getByLabelText(loginTexts.password)).toMatchObject({ value: "monsoon" });
    expect(toast()).toContain(verificationTexts.verified);
    await waitFor(() => expect(address()).toBe("/auth"));

    server.answer("POST /auth/login", { body: { user: aUser() } });
    press(loginTexts.submit);
    await waitFor(() => expect(server.calls("POST /auth/login")[0]?.body).toMatchObject({ password: "monsoon" }));
  });

  it("[A2.30] returns to the code after a reload, and not after a right one", async () => {
    server.answer("POST /auth/signup", { body: { message: "ok" } });
    server.answer("POST /auth/verify-email", { body: { message: "ok" } });
    open("/auth?mode=signup");
    fillIdentity();
    press(signupTexts.continue);
    await screen.findByLabelText(signupTexts.confirmPassword);
    type(signupTexts.password, "monsoon");
    type(signupTexts.confirmPassword, "monsoon");
    press(signupTexts.submit);
    await screen.findByLabelText(verificationTexts.code);
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("monsoon");

    cleanup();
    open("/auth?mode=signup");
    await screen.findByText("asha@example.com");
    expect(screen.getByRole("button", { name: COUNTING })).toMatchObject({ disabled: true });
    type(verificationTexts.code, "123 456");
    await waitFor(() => expect(screen.getByLabelText(loginTexts.email)).toMatchObject({ value: "asha@example.com" }));
    expect(server.calls("POST /auth/verify-email")[0]?.body).toEqual({ email: "asha@example.com", code: "123456" });
    cleanup();
    open("/auth?mode=signup");
    await screen.findByLabelText(signupTexts.name);
  });
});

describe("an unverified account", () => {
  const openUnverified = async () => {
    server.answer("POST /auth/login", { status: 403, body: { detail: "Not verified.", code: "email_unverified" } });
    open("/login?next=/courses");
    fillLogin();
    press(loginTexts.submit);
    await screen.findByLabelText(verificationTexts.code);
  };

  it("is sent from the login to the verification of its address", async () => {
    await openUnverified();
    expect(screen.getByText("asha@example.com")).toBeTruthy();
    press(verificationTexts.back);
    expect(await screen.findByLabelText(loginTexts.email)).toMatchObject({ value: "asha@example.com" });
    await waitFor(() => expect(address()).toBe("/login?next=%2Fcourses"));
  });

  it("can have a new code, once a minute", async () => {
    server.answer("POST /auth/resend-code", { body: { message: "ok" } });
    await openUnverified();
    press(verificationTexts.resend);
    await screen.findByRole("button", { name: COUNTING });
    expect(server.calls("POST /auth/resend-code")[0]?.body).toEqual({ email: "asha@example.com" });
    await waitFor(() => expect(toast()).toContain(verificationTexts.resent));
  });

  it("shows the server's sentence for a wrong code", async () => {
    server.answer("POST /auth/verify-email", {
      status: 400,
      body: { detail: "That code is wrong.", code: "code_wrong" },
    });
    await openUnverified();
    type(verificationTexts.code, "000000");
    await waitFor(() => expect(toast()).toContain("That code is wrong."));
    expect(faultOf(verificationTexts.code)).toBe("That code is wrong.");
    expect(document.activeElement).toBe(screen.getByLabelText(verificationTexts.code));
  });
});

describe("the three modes", () => {
  it("[A2.27] shows the login where an address asks for a verification that is not pending", async () => {
    open("/auth?mode=verification");
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(loginTexts.title));
  });

  it("[A2.27] login and sign-up are reached from each other, by address too", async () => {
    open("/login?next=/courses");
    press(loginTexts.toSignup);
    await waitFor(() => expect(address()).toBe("/login?next=%2Fcourses&mode=signup"));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(signupTexts.title);
    press(signupTexts.toLogin);
    await waitFor(() => expect(address()).toBe("/login?next=%2Fcourses"));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(loginTexts.title);
  });
});
