import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { UserReply } from "@vriddhi/contract/account";
import { createRoutesStub, useParams } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { noSubscription, type Subscription } from "../../lib/session-store.ts";
import { DashboardScreen } from "./dashboard-screen.tsx";
import { toDashboardTab } from "./dashboard-tab.ts";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
afterEach(cleanup);

const user: UserReply = {
  id: "0b8f3f0e-3c1b-4f0a-9d51-2f2f6f1f7a10",
  name: "Asha Verma",
  email: "asha@example.com",
  role: "user",
  plan: "QUARTERLY",
  dob: "1990-05-01",
  created_at: "2026-02-03T19:12:00.000Z",
};

const active: Subscription = {
  id: "1b8f3f0e-3c1b-4f0a-9d51-2f2f6f1f7a10",
  plan: "FREE_TRIAL",
  start_date: "2026-11-10T03:30:00.000Z",
  end_date: "2026-11-17T03:30:00.000Z",
  is_active: true,
  payment_id: null,
  has_subscription: true,
  days_remaining: 0,
  hours_remaining: 7,
  status: "active",
};

const expired: Subscription = { ...active, is_active: false, status: "expired", hours_remaining: 0 };

function open(tab: string, subscription: Subscription | null = active, person: UserReply = user) {
  const Screen = () => {
    const current = toDashboardTab(useParams()["tab"]);
    return (
      <DashboardScreen
        current={current}
        user={person}
        subscription={subscription}
        renderBilling={(view, endDate) => <p>{`${view} until ${endDate}`}</p>}
      />
    );
  };
  const Stub = createRoutesStub([
    { path: "/algorithm/dashboard/:tab?", Component: Screen },
    { path: "/subscription-plans", Component: () => <h1>Plans</h1> },
    { path: "/", Component: () => <h1>Home</h1> },
  ]);
  render(<Stub initialEntries={[`/algorithm/dashboard${tab}`]} />);
}

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const detail = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
const sidebar = () => within(screen.getByRole("navigation", { name: "Dashboard" }));

describe("the dashboard's shell", () => {
  it("[B2.2] opens FyersConnection by default and for an unknown tab", () => {
    open("");
    expect(heading()).toBe("Fyers Connection");
    cleanup();
    open("/Nope");
    expect(heading()).toBe("Fyers Connection");
    expect(sidebar().getByRole("link", { name: "Fyers Connection" }).getAttribute("aria-current")).toBe("page");
  });

  it("[B2.3] choosing an entry changes the route", async () => {
    open("/FyersConnection");
    fireEvent.click(sidebar().getByRole("link", { name: "Subscription" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Subscription" })).toBeDefined();
  });

  it("[B2.3] leads back home", async () => {
    open("/UserProfile");
    fireEvent.click(sidebar().getByRole("link", { name: "Back to Home" }));
    expect(await screen.findByRole("heading", { name: "Home" })).toBeDefined();
  });

  it("has every place of a phone's bottom navigation", () => {
    open("/ZerodhaTrading");
    const links = within(screen.getByRole("navigation", { name: "Quick navigation" })).getAllByRole("link");
    expect(
      links.map((link) => [link.textContent?.replace(/^[FAZ](?=[A-Z])/, ""), link.getAttribute("aria-current")]),
    ).toEqual([
      ["Fyers", null],
      ["Angel One", null],
      ["Zerodha", "true"],
      ["User Profile", null],
      ["Subscription", null],
    ]);
  });
});

describe("[B2.24] the profile", () => {
  it("shows who this is, in India's time", () => {
    open("/UserProfile");
    expect(detail("ID")).toBe(user.id);
    expect(detail("Name")).toBe("Asha Verma");
    expect(detail("Email")).toBe("asha@example.com");
    expect(detail("Date of Birth")).toBe("1 May 1990");
    expect(detail("Capital Upper Band")).toBe("Not set");
    expect(detail("Account Created")).toBe("4 Feb 2026, 12:42 AM IST");
  });

  it("shows plan, status and time remaining of a subscriber", () => {
    open("/UserProfile");
    expect(detail("Subscription Status")).toBe("Active");
    expect(detail("Plan")).toBe("Free Trial");
    expect(detail("Status")).toBe("Active");
    expect(detail("Time Remaining")).toBe("7 hours");
  });

  it("shows N/A and Inactive where there is nothing", () => {
    open("/UserProfile", noSubscription, { ...user, dob: null });
    expect(detail("Date of Birth")).toBe("N/A");
    expect(detail("Subscription Status")).toBe("Inactive");
    expect(screen.queryByText("Time Remaining")).toBeNull();
  });

  it("claims nothing before the server has answered", () => {
    open("/UserProfile", null);
    expect(detail("Subscription Status")).toBe("");
  });
});

describe("[B2.25] the subscription", () => {
  it("shows plan, status, start and end", () => {
    open("/Subscription");
    expect(detail("Plan")).toBe("Free Trial");
    expect(detail("Status")).toBe("Active");
    expect(detail("Start Date")).toBe("10 Nov 2026, 9:00 AM IST");
    expect(detail("End Date")).toBe("17 Nov 2026, 9:00 AM IST");
  });

  it("opens what the two buttons name, one at a time, and closes it again", async () => {
    open("/Subscription");
    fireEvent.click(screen.getByRole("button", { name: "Manage Subscription" }));
    await screen.findByText(`manage until ${active.end_date}`);
    fireEvent.click(screen.getByRole("button", { name: "View Billing History" }));
    await screen.findByText(`history until ${active.end_date}`);
    expect(screen.queryByText(/^manage/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "View Billing History", expanded: true }));
    await waitFor(() => expect(screen.queryByText(/^history/)).toBeNull());
  });

  it("shows nothing to manage where there is nothing, but the payments", () => {
    open("/Subscription?view=manage", noSubscription);
    expect(screen.queryByText(/^manage/)).toBeNull();
    expect(screen.getByRole("button", { name: "View Billing History" })).toBeDefined();
  });

  it("offers the plans to somebody without one", () => {
    open("/Subscription", noSubscription);
    expect(screen.getByText("No Active Subscription")).toBeDefined();
    expect(screen.getByRole("link", { name: "View Plans" }).getAttribute("href")).toBe("/subscription-plans");
  });
});

describe("[B2.5] the gate", () => {
  const gate = () => screen.queryByRole("dialog", { name: "Subscription Required" });

  it("stops somebody whose subscription has expired, with plan, status and date", () => {
    open("/AngelOneTrading", expired);
    expect(detail("Plan")).toBe("Free Trial");
    expect(detail("Status")).toBe("Expired");
    expect(detail("Expiry date")).toBe("17 Nov 2026");
    expect(screen.getByRole("link", { name: "Subscribe Now" }).getAttribute("href")).toBe("/subscription-plans");
  });

  it("stops somebody who never had one", () => {
    open("/FyersConnection", noSubscription);
    expect(detail("Status")).toBe("No Subscription");
  });

  it("lets subscribers pass and stops nobody on a guess", () => {
    open("/FyersConnection", active);
    expect(gate()).toBeNull();
    cleanup();
    open("/FyersConnection", null);
    expect(gate()).toBeNull();
  });

  it("never covers Profile, Subscription or Settings", () => {
    open("/UserProfile", expired);
    expect(gate()).toBeNull();
    cleanup();
    open("/Settings", expired);
    expect(gate()).toBeNull();
    cleanup();
    open("/Subscription", noSubscription);
    expect(gate()).toBeNull();
  });
});
