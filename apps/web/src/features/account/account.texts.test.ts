import { describe, expect, it } from "vitest";
import { fieldFaultTexts } from "../../texts/account-form.texts.ts";
import { accountFailureTexts, submitFaultTexts } from "./account.texts.ts";
import { submitFault } from "./submit-fault.ts";

/** The one place that spells the specification's sentences; every other test uses the constants. */
describe("sentences of the account pages", () => {
  it("[A5.1] for the login form", () => {
    expect(fieldFaultTexts.email_required).toBe("Email is required");
    expect(fieldFaultTexts.email_invalid).toBe("Email is invalid");
    expect(fieldFaultTexts.password_required).toBe("Password is required");
    expect(fieldFaultTexts.password_short).toBe("Password must be at least 6 characters");
  });

  it("[A5.2, A5.3] for the two steps of the sign-up", () => {
    expect(fieldFaultTexts.name_required).toBe("Name is required");
    expect(fieldFaultTexts.dob_required).toBe("Date of birth is required");
    expect(fieldFaultTexts.too_young).toBe("You must be at least 13 years old");
    expect(fieldFaultTexts.passwords_differ).toBe("Passwords do not match");
  });

  it("[A5.4] for a submit that bypassed the form", () => {
    expect(submitFaultTexts.name_required).toBe("Please fill in all fields");
    expect(submitFaultTexts.password_short).toBe("Password must be at least 6 characters long");
    expect(submitFaultTexts.email_invalid).toBe("Please enter a valid email address");
    expect(submitFaultTexts.too_young).toBe("You must be at least 13 years old to sign up");
  });

  it("[A5.6] for the code", () => {
    expect(fieldFaultTexts.code_required).toBe("Verification code is required");
  });

  it("[A8.2, A8.3] for the server's refusals", () => {
    expect(accountFailureTexts.login(503)).toBe("Login failed (503)");
    expect(accountFailureTexts.loginWithoutUser).toBe("User data not returned from server.");
    expect(accountFailureTexts.signup).toBe("Signup failed");
    expect(accountFailureTexts.signupUnreachable).toBe("Signup failed. Please try again later.");
    expect(accountFailureTexts.verification).toBe("Verification failed");
    expect(accountFailureTexts.verificationUnreachable).toBe("Verification failed. Please try again.");
  });
});

describe("the one sentence for several faults", () => {
  it("[A5.4] reports empty fields before anything else", () => {
    expect(submitFault({ email: "email_invalid", dob: "dob_required" })).toBe(submitFaultTexts.dob_required);
    expect(submitFault({ email: "email_invalid", password: "password_short" })).toBe(submitFaultTexts.password_short);
    expect(submitFault({ email: "email_invalid", dob: "too_young" })).toBe(submitFaultTexts.email_invalid);
    expect(submitFault({})).toBeNull();
  });
});
