import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { useSession } from "../../lib/session.tsx";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { passkeyTexts, totpTexts } from "./security.texts.ts";
import {
  appearanceTexts,
  dataTexts,
  deviceTexts,
  emailTexts,
  googleRowTexts,
  historyTexts,
  passwordTexts,
  phoneRowTexts,
  settingsTexts,
} from "./settings.texts.ts";
import type { Security } from "./settings-queries.ts";
import { SettingsTab } from "./settings-tab.tsx";

preparePageTests();
const server = provideApiServer();
const passkey = {
  id: "5b2c9f4e-6a0b-4f27-9d43-0a1c2e3f4d5b",
  name: "My iPhone",
  created_at: "2026-10-02T10:00:00.000Z",
};
const here = "5b2c9f4e-6a0b-4f27-9d43-0a1c2e3f4d51";
const elsewhere = "5b2c9f4e-6a0b-4f27-9d43-0a1c2e3f4d52";

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

const session = (id: string, device: string, changes: object = {}) => ({
  id,
  device,
  ip: "103.21.58.14",
  created_at: "2026-11-10T10:00:00.000Z",
  last_seen_at: "2026-11-16T03:40:00.000Z",
  is_current: id === here,
  ...changes,
});

beforeEach(() => {
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
  answerSecurity();
  server.answer("GET /auth/sessions", {
    body: {
      sessions: [
        session(elsewhere, "Mozilla/5.0 (iPhone) Safari/604.1"),
        session(here, "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0"),
      ],
    },
  });
  server.answer("GET /auth/login-history", { body: { events: [] } });
});

/** As in the product, the page is shown only to signed-in users. */
function Page() {
  if (useSession().kind !== "user") return null;
  return (
    <QueryProvider>
      <SettingsTab
        email="asha@example.com"
        renderPhoneDialog={({ onVerified }) => (
          <div role="dialog" aria-label="phone">
            <button type="button" onClick={onVerified}>
              verify it
            </button>
          </div>
        )}
      />
    </QueryProvider>
  );
}

async function open() {
  renderSite({ at: "/settings", pages: { "/settings": Page } });
  await screen.findByRole("region", { name: passwordTexts.title });
}

const section = (title: string) => within(screen.getByRole("region", { name: title }));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const toast = () =>
  [...document.querySelectorAll("[role=status],[role=alert]")].map((region) => region.textContent).join("");

describe("the settings", () => {
  it("stand in nine sections, each a landmark", async () => {
    await open();
    expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
      passwordTexts.title,
      emailTexts.title,
      phoneRowTexts.title,
      totpTexts.title,
      passkeyTexts.title,
      deviceTexts.title,
      historyTexts.title,
      appearanceTexts.title,
      dataTexts.title,
    ]);
    expect(await screen.findByText("asha@example.com")).toBeDefined();
  });

  it("show skeletons while the answers load", async () => {
    await open();
    expect(section(emailTexts.title).getByRole("status").textContent).toBe("Loading: Email address");
    expect(section(deviceTexts.title).getByRole("status").textContent).toBe("Loading: Devices");
  });

  it("show which part could not be loaded, and retry", async () => {
    server.answer("GET /auth/sessions", { status: 400, body: { detail: "no", code: "invalid_input" } });
    await open();
    expect((await section(deviceTexts.title).findByRole("alert")).textContent).toContain("We could not load this.");
    server.answer("GET /auth/sessions", { body: { sessions: [session(here, "")] } });
    fireEvent.click(section(deviceTexts.title).getByRole("button", { name: settingsTexts.retry }));
    expect(await section(deviceTexts.title).findByText(deviceTexts.unknown)).toBeDefined();
  });

  it("an account of Google's learns how to get a password, wherever one is needed", async () => {
    answerSecurity({ has_password: false, has_google: true });
    await open();
    await screen.findByText(passwordTexts.isMissing);
    const links = screen.getAllByRole("link", { name: settingsTexts.setPassword });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(Array(3).fill("/forgot-password"));
    expect(screen.getAllByText(settingsTexts.needsPassword)).toHaveLength(2);
    expect(screen.getByText(googleRowTexts.linked)).toBeDefined();
  });
});

describe("the phone", () => {
  it("[A2.53] opens the dialog and reads again after it", async () => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Verify phone number" }));
    answerSecurity({ phone: "+91 ••••••3210" });
    press("verify it");
    expect(await section(phoneRowTexts.title).findByText("+91 ••••••3210")).toBeDefined();
    expect(screen.getByText(phoneRowTexts.verified)).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("devices", () => {
  it("are named in plain words, this one first and marked, in IST", async () => {
    await open();
    const rows = await section(deviceTexts.title).findAllByRole("listitem");
    expect(rows.map((row) => row.querySelector("p")?.textContent)).toEqual(["Chrome on Windows", "Safari on iPhone"]);
    expect(rows[0]?.textContent).toContain(deviceTexts.current);
    expect(rows[0]?.textContent).toContain("103.21.58.14");
    expect(rows[0]?.textContent).toContain("Last seen 16 Nov 2026, 9:10 AM IST");
    expect(within(rows[0] as HTMLElement).queryByRole("button")).toBeNull();
  });

  it("ends a session after asking, and shows that it ended", async () => {
    server.answer(`DELETE /auth/sessions/${elsewhere}`, { body: { message: "Session ended" } });
    await open();
    const [, other] = await section(deviceTexts.title).findAllByRole("listitem");
    fireEvent.click(within(other as HTMLElement).getByRole("button"));
    const dialog = within(screen.getByRole("dialog", { name: deviceTexts.endTitle }));
    expect(server.calls(`DELETE /auth/sessions/${elsewhere}`)).toHaveLength(0);
    server.answer("GET /auth/sessions", { body: { sessions: [session(here, "")] } });
    fireEvent.click(dialog.getByRole("button", { name: deviceTexts.end }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(section(deviceTexts.title).getAllByRole("listitem")).toHaveLength(1);
    await waitFor(() => expect(toast()).toContain(deviceTexts.ended));
  });
});

describe("the sign-in history", () => {
  const event = (kind: string, minute: number) => ({
    kind,
    ip: "103.21.58.14",
    device: kind === "login" ? "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0" : "",
    at: `2026-11-16T03:${String(minute).padStart(2, "0")}:00.000Z`,
  });

  it("is shown in plain words", async () => {
    server.answer("GET /auth/login-history", { body: { events: [event("login", 40), event("login_failed", 39)] } });
    await open();
    const rows = await section(historyTexts.title).findAllByRole("listitem");
    expect(rows[0]?.textContent).toBe("Signed in16 Nov 2026, 9:10 AM ISTChrome on Windows · 103.21.58.14");
    expect(rows[1]?.textContent).toContain("Sign-in failed");
  });

  it("shows five at first and the rest on demand", async () => {
    server.answer("GET /auth/login-history", {
      body: { events: Array.from({ length: 12 }, (_, minute) => event("login", minute)) },
    });
    await open();
    expect(await section(historyTexts.title).findAllByRole("listitem")).toHaveLength(5);
    press("Show all 12");
    expect(section(historyTexts.title).getAllByRole("listitem")).toHaveLength(12);
  });
});

describe("passkeys", () => {
  it("without support the page explains, and offers no button", async () => {
    answerSecurity({ passkeys: [passkey] });
    await open();
    expect(await screen.findByText(passkeyTexts.unsupported)).toBeDefined();
    expect(screen.queryByRole("button", { name: passkeyTexts.add })).toBeNull();
  });

  it("are listed and removed after asking", async () => {
    vi.stubGlobal("PublicKeyCredential", class {});
    answerSecurity({ passkeys: [passkey] });
    server.answer(`DELETE /auth/passkeys/${passkey.id}`, { body: { message: "Passkey removed" } });
    await open();
    expect(await screen.findByText("Added 2 Oct 2026")).toBeDefined();
    press("Remove My iPhone");
    answerSecurity();
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: passkeyTexts.remove }));
    expect(await screen.findByText(passkeyTexts.none)).toBeDefined();
    expect(screen.getByRole("button", { name: passkeyTexts.add })).toBeDefined();
  });
});

describe("the appearance", () => {
  it("is the system's until one is chosen, and can be the system's again", async () => {
    await open();
    const choice = (name: string) => section(appearanceTexts.title).getByRole<HTMLInputElement>("radio", { name });
    expect(choice("System").checked).toBe(true);
    fireEvent.click(choice("Light"));
    expect(choice("Light").checked).toBe(true);
    expect(localStorage.getItem("theme")).toBe("light");
    fireEvent.click(choice("System"));
    expect(localStorage.getItem("theme")).toBe("auto");
  });
});
