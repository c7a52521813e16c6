import { useIsMutating } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { notificationChannels, notificationKinds } from "@vriddhi/core/notification/notification-kind";
import { describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { kindNames, notificationTexts as texts } from "./notification.texts.ts";
import { NotificationPanel } from "./notification-panel.tsx";
import { type Preferences, useReadPreferencesAgain, withPreferences } from "./notification-queries.ts";

preparePageTests();
const server = provideApiServer();

const preferences = (changes: Partial<Preferences> = {}): Preferences => ({
  switches: notificationKinds.flatMap((kind) =>
    notificationChannels.map((channel) => ({
      kind,
      channel,
      is_on: channel === "mail" || kind === "security",
      is_locked: kind === "security",
    })),
  ),
  quiet_nights: true,
  push: { public_key: "BKey", devices: [] },
  telegram: { is_offered: true, chat: null },
  ...changes,
});

const PATH = "/notifications/preferences";

function ReadAgain() {
  const readAgain = useReadPreferencesAgain();
  const isResting = useIsMutating() === 0;
  return (
    <>
      <button type="button" onClick={() => void readAgain()}>
        read again
      </button>
      <span data-testid="resting">{isResting ? "yes" : "no"}</span>
    </>
  );
}

function open(given = preferences()) {
  server.answer(`GET ${PATH}`, { body: given });
  const page = () => (
    <QueryProvider>
      <NotificationPanel />
      <ReadAgain />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": page } });
}
const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });

describe("the choice of messages", () => {
  it("is sent at once, one switch at a time, and shows what the server keeps", async () => {
    open();
    const change = { kind: "order_filled", channel: "push", is_on: true } as const;
    server.answer(`PUT ${PATH}`, { body: withPreferences(preferences(), { switches: [change] }) });
    fireEvent.click(await box(`${kindNames.order_filled}: Push`));
    await waitFor(() => expect(server.calls(`PUT ${PATH}`)[0]?.body).toEqual({ switches: [change] }));
    expect((await box(`${kindNames.order_filled}: Push`)).checked).toBe(true);
  });

  it("is not undone by an answer that was pending when it was made", async () => {
    open();
    const change = { kind: "order_filled", channel: "push", is_on: true } as const;
    const name = `${kindNames.order_filled}: Push`;
    await box(name);
    server.answer(`GET ${PATH}`, { body: preferences(), delayMs: 300 });
    server.answer(`PUT ${PATH}`, { body: withPreferences(preferences(), { switches: [change] }), delayMs: 600 });
    fireEvent.click(screen.getByRole("button", { name: "read again" }));
    await waitFor(() => expect(server.calls(`GET ${PATH}`)).toHaveLength(2));
    fireEvent.click(await box(name));
    await waitFor(() => expect(server.calls(`PUT ${PATH}`)).toHaveLength(1));
    const seen = new Set<boolean>();
    await waitFor(
      async () => {
        seen.add((await box(name)).checked);
        expect(screen.getByTestId("resting").textContent).toBe("yes");
      },
      { interval: 20 },
    );
    expect([...seen]).toEqual([true]);
  });

  it("is reverted when the server refuses, with its sentence", async () => {
    open();
    server.answer(`PUT ${PATH}`, { status: 400, body: { detail: "That cannot be.", code: "notice_required" } });
    fireEvent.click(await box(`${kindNames.readiness}: Mail`));
    expect(await screen.findByText("That cannot be.")).toBeDefined();
    await waitFor(async () => expect((await box(`${kindNames.readiness}: Mail`)).checked).toBe(true));
  });

  it("leaves messages about safety on", async () => {
    open();
    const security = await box(`${kindNames.security}: Telegram`);
    expect([security.checked, security.disabled]).toEqual([true, true]);
    expect(screen.getByText(texts.locked)).toBeDefined();
  });

  it("has no column for a channel that is not offered", async () => {
    open(preferences({ telegram: { is_offered: false, chat: null } }));
    await box(`${kindNames.security}: Push`);
    expect(screen.queryByText("Telegram")).toBeNull();
  });
});

describe("Telegram", () => {
  it("is linked by an address that the user opens", async () => {
    open();
    const url = "https://t.me/bot?start=abc";
    server.answer("POST /notifications/telegram", { body: { url, expires_at: "2026-11-16T04:00:00.000Z" } });
    fireEvent.click(await screen.findByRole("button", { name: `${texts.telegramLink} Telegram` }));
    const link = await screen.findByRole("link", { name: texts.telegramOpen });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([url, "noreferrer"]);
  });
});

describe("this browser", () => {
  it("says so where it cannot show notifications, and still lists the other devices", async () => {
    const device = {
      id: "5b2c9f4e-6a0b-4f27-9d43-0a1c2e3f4d5b",
      name: "Firefox/140 Android",
      created_at: "2026-11-16T04:00:00.000Z",
    };
    open(preferences({ push: { public_key: "BKey", devices: [device] } }));
    expect(await screen.findByText(texts.pushUnsupported)).toBeDefined();
    server.answer(`DELETE /notifications/push/${device.id}`, { body: { message: "Gone." } });
    fireEvent.click(screen.getByRole("button", { name: /^Remove/ }));
    await waitFor(() => expect(server.calls(`DELETE /notifications/push/${device.id}`)).toHaveLength(1));
  });
});
