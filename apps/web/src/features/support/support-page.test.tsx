import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { unreachableText } from "../../texts/account-form.texts.ts";
import { supportTopics } from "../../texts/support-topic.texts.ts";
import { supportFaults, supportTexts } from "./support.texts.ts";
import { SupportPage } from "./support-page.tsx";

preparePageTests();
const server = provideApiServer();
const SEND = "POST /support/messages";
const MESSAGE = "My Fyers link ends every morning.";

beforeEach(() =>
  server.answer(SEND, {
    body: { reference: "VR-7KQ2M4XB", thread_id: "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a001", message: "ok" },
  }),
);

const open = () => renderSite({ at: "/support", pages: { "/support": SupportPage } });
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole("button", { name: supportTexts.send }));
const alerts = () => screen.getAllByRole("alert").map(({ textContent }) => textContent);
function fill() {
  type(supportTexts.name, "Asha Rao");
  type(supportTexts.email, " asha@example.com ");
  fireEvent.change(screen.getByLabelText(supportTexts.topic), { target: { value: "broker" } });
  type(supportTexts.message, MESSAGE);
}

describe("[A2.17] the contact form", () => {
  it("sends the message and shows the reference", async () => {
    open();
    fill();
    send();
    await screen.findByText("VR-7KQ2M4XB");
    expect(server.calls(SEND).map(({ body }) => body)).toEqual([
      { name: "Asha Rao", email: "asha@example.com", topic: "broker", message: MESSAGE },
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(supportTexts.sentTitle));
    expect(screen.getByText(supportTexts.sentBody("asha@example.com"))).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: supportTexts.another }));
    expect(screen.getByLabelText(supportTexts.message)).toMatchObject({ value: "" });
  });

  it("shows faults beside their fields, goes to the first one and sends nothing", async () => {
    open();
    type(supportTexts.email, "asha@");
    type(supportTexts.message, "   help   ");
    send();
    await screen.findByText(supportFaults.name);
    expect(screen.getByText(supportFaults.emailBroken)).toBeDefined();
    expect(screen.getByText(supportFaults.short)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(supportTexts.name));
    expect(server.calls(SEND)).toEqual([]);
  });

  it.each([
    [
      "too many, and how long to wait",
      { status: 429, body: { detail: "Too many attempts. Try again in 12 minutes.", code: "too_many_requests" } },
      "Too many attempts. Try again in 12 minutes.",
    ],
    ["too many, without a time to wait", { status: 429, body: {} }, supportTexts.tooMany],
    ["a refusal", { status: 400, body: { detail: "Name contains…", code: "invalid_input" } }, "Name contains…"],
    ["a failure", { status: 500, body: {} }, supportTexts.failed],
    ["silence", { isCutOff: true }, unreachableText],
  ])("keeps the text and shows the refusal: %s", async (_, answer, sentence) => {
    server.answer(SEND, answer);
    open();
    fill();
    send();
    await waitFor(() => expect(alerts()).toContain(sentence));
    expect(screen.getByLabelText(supportTexts.message)).toMatchObject({ value: MESSAGE });
  });

  it("prefills a signed-in user, and keeps what was typed before", async () => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { body: aSubscription() });
    open();
    type(supportTexts.name, "A.");
    await waitFor(() => expect(screen.getByLabelText(supportTexts.email)).toMatchObject({ value: aUser().email }));
    expect(screen.getByLabelText(supportTexts.name)).toMatchObject({ value: "A." });
  });

  it("has a hidden field, and sends what a bot puts in", async () => {
    open();
    fill();
    expect(screen.queryByRole("textbox", { name: supportTexts.website })).toBeNull();
    const trap = document.querySelector<HTMLInputElement>('[name="website"]');
    if (trap) trap.value = "https://spam.example";
    send();
    await screen.findByText("VR-7KQ2M4XB");
    expect(server.calls(SEND)[0]?.body).toMatchObject({ website: "https://spam.example" });
  });

  it("offers every topic, the support address and the link to the stop", () => {
    open();
    for (const topic of Object.values(supportTopics)) expect(screen.getByRole("option", { name: topic })).toBeDefined();
    expect(screen.getByRole("link", { name: supportTexts.urgentLink }).getAttribute("href")).toBe(
      "/algorithm/dashboard/Today",
    );
    expect(document.querySelector('a[href^="mailto:"]')).not.toBeNull();
  });
});
