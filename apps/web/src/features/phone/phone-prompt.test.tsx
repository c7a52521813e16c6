import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { phoneTexts } from "./phone.texts.ts";
import { deviceNow, rememberVerified } from "./phone-memory.ts";
import { PhonePromptForUser } from "./phone-prompt.tsx";

preparePageTests();
const server = provideApiServer();

/** The answer is cached for the life of a page, so each test uses another user. */
let people = 0;
const newPerson = (): string => {
  people += 1;
  return `0d1f6a52-5c0e-4b53-8a3c-${String(people).padStart(12, "0")}`;
};

const answerStanding = (isVerified: boolean) =>
  server.answer("GET /otp/check-ip-verification", {
    body: { is_verified: isVerified, verified_at: null, message: "" },
  });

beforeEach(() => {
  sessionStorage.clear();
  answerStanding(false);
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
});

function signIn(userId: string): void {
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser({ id: userId }) });
}

/** On a page where a run trades until the test changes it. */
function enterBusily(userId: string): { setBusy(isBusy: boolean): void } {
  signIn(userId);
  let change: (isBusy: boolean) => void = () => undefined;
  const Page = () => {
    const [isBusy, setBusy] = useState(true);
    change = setBusy;
    return <PhonePromptForUser isBusy={isBusy} />;
  };
  renderSite({ at: "/dashboard/trading", pages: { "/dashboard/trading": Page } });
  return { setBusy: (isBusy) => act(() => change(isBusy)) };
}

function enter(userId: string | null): void {
  if (userId !== null) signIn(userId);
  const Page = () => (
    <>
      <h1>Free trial</h1>
      <PhonePromptForUser />
    </>
  );
  renderSite({ at: "/free-trial", pages: { "/free-trial": Page } });
}

const dialog = () => screen.queryByRole("dialog", { name: phoneTexts.title });
const checks = () => server.calls("GET /otp/check-ip-verification").length;
const settled = () => waitFor(() => expect(server.calls("GET /algorithm/subscription").length).toBeGreaterThan(0));

describe("the question for the phone", () => {
  it("[A7.19] opens for an unverified user who signs in", async () => {
    enter(newPerson());
    expect(await screen.findByRole("dialog", { name: phoneTexts.title })).toBeDefined();
  });

  it("never covers the page of a visitor, and sends no request", async () => {
    enter(null);
    await screen.findByRole("heading", { name: "Free trial" });
    expect(checks()).toBe(0);
    expect(dialog()).toBeNull();
  });

  it("[A4.6] stays hidden where the phone was verified, without a request", async () => {
    const person = newPerson();
    rememberVerified(person, deviceNow());
    enter(person);
    await settled();
    expect(checks()).toBe(0);
    expect(dialog()).toBeNull();
  });

  it("[A4.6] another user's flag does not count", async () => {
    rememberVerified(newPerson(), deviceNow());
    enter(newPerson());
    expect(await screen.findByRole("dialog", { name: phoneTexts.title })).toBeDefined();
  });

  it("[A7.19] is hidden by the address's answer, which proves nothing", async () => {
    answerStanding(true);
    enter(newPerson());
    await settled();
    await waitFor(() => expect(checks()).toBe(1));
    expect(dialog()).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  it("stays hidden after a failed read, and is checked again on the next page", async () => {
    const person = newPerson();
    server.answer("GET /otp/check-ip-verification", { status: 500, body: {} });
    enter(person);
    await waitFor(() => expect(checks()).toBe(1));
    await settled();
    expect(dialog()).toBeNull();
    cleanup();
    answerStanding(false);
    enter(person);
    expect(await screen.findByRole("dialog", { name: phoneTexts.title })).toBeDefined();
    expect(checks()).toBe(2);
  });

  it("never opens while something trades, and leaves when a trade begins", async () => {
    const person = newPerson();
    const place = enterBusily(person);
    await waitFor(() => expect(checks()).toBe(1));
    await settled();
    expect(dialog()).toBeNull();
    place.setBusy(false);
    expect(await screen.findByRole("dialog", { name: phoneTexts.title })).toBeDefined();
    place.setBusy(true);
    await waitFor(() => expect(dialog()).toBeNull());
  });

  it("waits until another dialog, such as an approval or the stop, is closed", async () => {
    const other = document.createElement("div");
    other.setAttribute("role", "dialog");
    document.body.append(other);
    enter(newPerson());
    await waitFor(() => expect(checks()).toBe(1));
    await settled();
    expect(dialog()).toBeNull();
    other.remove();
    expect(await screen.findByRole("dialog", { name: phoneTexts.title })).toBeDefined();
  });

  it("[A7.21] is checked once per page load", async () => {
    const person = newPerson();
    answerStanding(true);
    enter(person);
    await waitFor(() => expect(checks()).toBe(1));
    cleanup();
    enter(person);
    await waitFor(() => expect(server.calls("GET /algorithm/subscription").length).toBe(2));
    expect(checks()).toBe(1);
  });

  it("once dismissed, stays hidden for this browser session", async () => {
    const person = newPerson();
    enter(person);
    await screen.findByRole("dialog", { name: phoneTexts.title });
    fireEvent.click(screen.getByRole("button", { name: phoneTexts.notNow }));
    await waitFor(() => expect(dialog()).toBeNull());
    cleanup();
    enter(person);
    await waitFor(() => expect(server.calls("GET /algorithm/subscription").length).toBe(2));
    expect(dialog()).toBeNull();
  });
});
