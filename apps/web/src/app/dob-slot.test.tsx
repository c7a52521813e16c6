import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { dobTexts } from "../features/account/account.texts.ts";
import { aSubscription, aUser } from "../testing/account.fixture.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../testing/render-site.tsx";
import { fieldFaultTexts } from "../texts/account-form.texts.ts";
import { DobSlot } from "./dob-slot.tsx";

preparePageTests();
const server = provideApiServer();
const GIVE = "POST /auth/date-of-birth";

beforeEach(() => {
  markSignedIn();
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
  server.answer("GET /auth/profile", { body: aUser({ dob: null }) });
});

const Page = () => (
  <>
    <h1>Here</h1>
    <DobSlot />
  </>
);
const open = (at = "/algorithm") => renderSite({ at, pages: { [at]: Page, "/": () => <h1>Home</h1> } });
const dialog = () => screen.queryByRole("dialog", { name: dobTexts.title });
const type = (value: string) => fireEvent.change(screen.getByLabelText(dobTexts.dob), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const subscriptionRead = () =>
  waitFor(() => expect(server.calls("GET /algorithm/subscription").length).toBeGreaterThan(0));

describe("[A9.2] the date of birth of a user who signed up with Google", () => {
  it("asks once, cannot be dismissed, and stores the answer", async () => {
    open();
    await screen.findByRole("dialog", { name: dobTexts.title });
    expect(document.activeElement).toBe(screen.getByLabelText(dobTexts.dob));
    fireEvent.keyDown(screen.getByLabelText(dobTexts.dob), { key: "Escape" });
    expect(dialog()).not.toBeNull();
    press(dobTexts.submit);
    await screen.findByText(fieldFaultTexts.dob_required);
    expect(server.calls(GIVE)).toHaveLength(0);

    server.answer(GIVE, { body: { message: "Thank you.", closed: false } });
    server.answer("GET /auth/profile", { body: aUser() });
    type("1990-05-01");
    press(dobTexts.submit);
    await waitFor(() => expect(dialog()).toBeNull());
    expect(server.calls(GIVE)[0]?.body).toEqual({ dob: "1990-05-01" });
  });

  it("comes back at every address and after a reload, until it is answered", async () => {
    for (const at of [
      "/about",
      "/subscription-plans",
      "/dashboard/trading",
      "/algorithm/dashboard/AngelOneConnection",
    ]) {
      const { unmount } = open(at);
      await screen.findByRole("dialog", { name: dobTexts.title });
      unmount();
    }
    expect(server.calls(GIVE)).toHaveLength(0);
  });

  it("warns a user under 13 before the account is closed, and then sends them home", async () => {
    const young = `${new Date().getUTCFullYear() - 10}-01-01`;
    server.answer(GIVE, { body: { message: "Closed.", closed: true } });
    open();
    await screen.findByRole("dialog", { name: dobTexts.title });
    type(young);
    press(dobTexts.submit);
    await screen.findByText(dobTexts.tooYoung(13));
    expect(server.calls(GIVE)).toHaveLength(0);
    type("1990-05-01");
    expect(screen.queryByText(dobTexts.tooYoung(13))).toBeNull();
    type(young);
    press(dobTexts.submit);
    server.answer("GET /auth/profile", { status: 401, body: { detail: "No.", code: "not_signed_in" } });
    press(dobTexts.close);
    await screen.findByRole("heading", { name: "Home" });
    expect(server.calls(GIVE)[0]?.body).toEqual({ dob: young });
  });

  it.each(["/google/callback", "/legal/terms"])("[A4.4] does not disturb %s", async (at) => {
    open(at);
    await subscriptionRead();
    expect(dialog()).toBeNull();
  });

  it("does not ask users who gave it at sign-up", async () => {
    server.answer("GET /auth/profile", { body: aUser() });
    open();
    await subscriptionRead();
    expect(dialog()).toBeNull();
  });
});
