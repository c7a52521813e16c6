import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { noSubscription } from "../../lib/session-store.ts";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { ProfileTab } from "./profile-tab.tsx";

preparePageTests();

const open = (subscription: Parameters<typeof ProfileTab>[0]["subscription"], changes = {}) =>
  renderSite({
    at: "/profile",
    pages: { "/profile": () => <ProfileTab user={aUser(changes)} subscription={subscription} /> },
  });
const names = () => screen.getAllByRole("term").map((term) => term.textContent);

describe("[B2.24] the profile", () => {
  it("begins with the user and three figures, and ends with the ID", () => {
    open(aSubscription());
    expect(screen.getByRole("heading", { name: "Asha Rao" })).toBeDefined();
    expect(screen.getByText("AR")).toBeDefined();
    expect(names()).toEqual([
      "Plan",
      "Time Remaining",
      "Capital Upper Band",
      "Name",
      "Email",
      "Date of Birth",
      "Subscription Status",
      "Status",
      "Account Created",
      "ID",
    ]);
  });

  it("has no plan to show for users without one", () => {
    open(noSubscription);
    expect(names()).toEqual([
      "Capital Upper Band",
      "Name",
      "Email",
      "Date of Birth",
      "Subscription Status",
      "Account Created",
      "ID",
    ]);
  });

  it("holds the places of a plan while it is being read", () => {
    open(null, { plan: "MONTHLY", capital_upper_band: 50_000 });
    expect(names().slice(0, 3)).toEqual(["Plan", "Time Remaining", "Capital Upper Band"]);
    expect(screen.getByText("₹50,000")).toBeDefined();
  });

  it("copies the ID by one press", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText }, userAgent: "test" });
    open(aSubscription());
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy ID" })));
    expect(writeText).toHaveBeenCalledWith(aUser().id);
    expect(screen.getByRole("button", { name: "Copied" })).toBeDefined();
    vi.unstubAllGlobals();
  });
});
