import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserReply } from "@vriddhi/contract/account";
import { useState } from "react";
import { useParams } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { noSubscription, type Subscription } from "../../lib/session-store.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { Button } from "../../ui/button.tsx";
import { gateTexts } from "./dashboard.texts.ts";
import { DashboardScreen } from "./dashboard-screen.tsx";
import { toDashboardTab } from "./dashboard-tab.ts";

preparePageTests();
Element.prototype.scrollIntoView = () => undefined;

const user: UserReply = {
  id: "0b8f3f0e-3c1b-4f0a-9d51-2f2f6f1f7a10",
  name: "Asha Verma",
  email: "asha@example.com",
  role: "user",
  plan: "QUARTERLY",
  capital_upper_band: null,
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
  capital_upper_band: 5_000,
  running: {
    plan: "FREE_TRIAL",
    capital_upper_band: 5_000,
    start_date: "2026-11-10T03:30:00.000Z",
    end_date: "2026-11-17T03:30:00.000Z",
  },
  following: [],
  pending_payment: null,
};

const expired: Subscription = {
  ...active,
  is_active: false,
  status: "expired",
  hours_remaining: 0,
  capital_upper_band: null,
  running: null,
};
const paid: Subscription = {
  ...noSubscription,
  status: "pending",
  pending_payment: { plan: "QUARTERLY", capital_upper_band: 500_000, amount: 2_799, since: "2026-11-16T04:00:00.000Z" },
};

function open(
  tab: string,
  subscription: Subscription | null = active,
  person: UserReply = user,
  hasOpenPosition = false,
  isTrading = false,
) {
  const Screen = () => {
    const current = toDashboardTab(useParams()["tab"]);
    const [isLeaving, setLeaving] = useState(false);
    if (isLeaving) return <h1>Leaving</h1>;
    return (
      <DashboardScreen
        current={current}
        user={person}
        subscription={subscription}
        hasOpenPosition={hasOpenPosition}
        isTrading={isTrading}
        frame={{
          unseen: 2,
          homeBroker: "zerodha",
          marks: { angelone: "linked" },
          onLogout: () => setLeaving(true),
          killSwitch: (look) => <button type="button">{`stop ${look}`}</button>,
        }}
        alerts={<p>the alerts</p>}
        renderPrice={(paymentId) => `paid by ${paymentId}`}
        renderBilling={(view, { endDate, hidesEmpty }) => <p>{`${view} until ${endDate} ${hidesEmpty}`}</p>}
        leaving={{
          offer: (tab, onOpen) => <Button onClick={onOpen}>{`leave ${tab}`}</Button>,
          screen: (tab, onBack) => <Button onClick={onBack}>{`managing ${tab}`}</Button>,
        }}
      />
    );
  };
  renderSite({
    at: `/algorithm/dashboard${tab}`,
    pages: {
      "/algorithm/dashboard/:tab?": Screen,
      "/subscription-plans": () => <h1>Plans</h1>,
    },
  });
}

/** Some tabs load lazily: here they are loaded before the tests. */
let isFetched = false;
beforeEach(async () => {
  if (isFetched) return;
  isFetched = true;
  open("/UserProfile");
  await screen.findByText("Date of Birth");
  cleanup();
  open("/Subscription");
  await screen.findByText("Start Date");
  cleanup();
  open("/FyersConnection", expired);
  await screen.findByRole("dialog");
  cleanup();
});

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

  it("explains how to link an account only where none is linked, connected now or not", () => {
    open("/FyersConnection");
    expect(screen.getByText(/^Link your own Fyers account/)).toBeDefined();
    cleanup();
    open("/AngelOneConnection");
    expect(screen.queryByText(/^Link your own/)).toBeNull();
  });

  it("[B2.3] choosing an entry changes the route", async () => {
    open("/FyersConnection");
    fireEvent.click(sidebar().getByRole("link", { name: "Subscription" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Subscription" })).toBeDefined();
  });

  it("[B2.3] links back home", async () => {
    open("/UserProfile");
    fireEvent.click(sidebar().getByRole("link", { name: "Back to Home" }));
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/"));
  });

  const bottomBar = () =>
    within(screen.getByRole("navigation", { name: "Quick navigation" }))
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("aria-current")]);

  it("has five tasks in a phone's bottom bar, which keep the current broker", () => {
    open("/AngelOneTrading");
    expect(bottomBar()).toEqual([
      ["Today", "/algorithm/dashboard/Today", null],
      ["Trading", "/algorithm/dashboard/AngelOneTrading", "page"],
      ["Brokers", "/algorithm/dashboard/AngelOneConnection", null],
      ["2 newAlerts", "/algorithm/dashboard/Alerts", null],
      ["You", "/algorithm/dashboard/UserProfile", null],
    ]);
  });

  it("leads from elsewhere to the preferred broker, and keeps Settings under You", () => {
    open("/Settings");
    const bar = bottomBar();
    expect(bar.map(([, href]) => href)).toContain("/algorithm/dashboard/ZerodhaTrading");
    expect(bar.at(-1)).toEqual(["You", "/algorithm/dashboard/UserProfile", "true"]);
  });

  it("shows the signed-in user at the foot, with the logout", async () => {
    open("/Alerts");
    expect(screen.getByText("the alerts")).toBeDefined();
    expect(screen.getByText("AV", { selector: "aside span" })).toBeDefined();
    expect(screen.getByText("asha@example.com")).toBeDefined();
    expect(screen.getByRole("link", { name: "Asha Verma: your profile" })).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Log out" }));
    expect(await screen.findByRole("heading", { name: "Leaving" })).toBeDefined();
  });

  it("[B2.3] has every entry in a phone's menu too, by its whole name", async () => {
    open("/FyersConnection");
    fireEvent.click(screen.getByRole("button", { name: "Open menu" }));
    const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
    for (const name of ["Back to Home", "Today", "Angel One Connection", "Zerodha Trading", "Subscription", "Settings"])
      expect(menu.getByRole("link", { name })).toBeDefined();
    expect(menu.getByRole("button", { name: "Log out" })).toBeDefined();
  });
});

describe("[B2.24] the profile", () => {
  it("shows the user's facts, in IST", () => {
    open("/UserProfile");
    expect(detail("ID")).toBe(user.id);
    expect(detail("Name")).toBe("Asha Verma");
    expect(detail("Email")).toBe("asha@example.com");
    expect(detail("Date of Birth")).toBe("1 May 1990");
    expect(detail("Account Created")).toBe("4 Feb 2026, 12:42 AM IST");
  });

  it("shows plan, status and time remaining of a subscriber", () => {
    open("/UserProfile");
    expect(detail("Subscription Status")).toBe("Active");
    expect(detail("Plan")).toBe("Free Trial");
    expect(detail("Status")).toBe("Active");
    expect(detail("Time Remaining")).toBe("7 hours");
  });

  it("shows the running period's band, in Indian grouping, and Not set only without one", () => {
    open("/UserProfile", { ...active, capital_upper_band: 1_000_000 });
    expect(detail("Capital Upper Band")).toBe("₹10,00,000");
    cleanup();
    open("/UserProfile", null, { ...user, capital_upper_band: 500_000 });
    expect(detail("Capital Upper Band")).toBe("₹5,00,000");
    cleanup();
    open("/UserProfile", expired);
    expect(detail("Capital Upper Band")).toBe("Not set");
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
  it("shows plan, status, price, start and end", () => {
    open("/Subscription", { ...active, payment_id: "pay_29" });
    expect(detail("Price paid")).toBe("paid by pay_29");
    expect(detail("Plan")).toBe("Free Trial");
    expect(detail("Status")).toBe("Active");
    expect(detail("Start Date")).toBe("10 Nov 2026, 9:00 AM IST");
    expect(detail("End Date")).toBe("17 Nov 2026, 9:00 AM IST");
  });

  it("shows the running and the following periods", () => {
    const [start, middle, end] = ["2026-11-10T03:30:00.000Z", "2026-12-10T03:30:00.000Z", "2027-01-03T03:30:00.000Z"];
    const running = { plan: "MONTHLY", capital_upper_band: 1_000_000, start_date: start, end_date: middle };
    const following = [{ plan: "MONTHLY", capital_upper_band: 100_000, start_date: middle, end_date: end }];
    open("/Subscription", { ...active, plan: "MONTHLY", end_date: end, running, following });
    expect(detail("End Date")).toBe("3 Jan 2027, 9:00 AM IST");
    expect(detail("Running now")).toBe("Monthly, capital up to ₹10,00,00010 Nov 2026 – 10 Dec 2026");
    expect(detail("Then")).toBe("Monthly, capital up to ₹1,00,00010 Dec 2026 – 3 Jan 2027");
  });

  it("has the payment panels open below, and its buttons scroll there", async () => {
    open("/Subscription");
    const history = screen.getByText(`history until ${active.end_date} false`);
    const manage = screen.getByText(`manage until ${active.end_date} false`);
    fireEvent.click(screen.getByRole("button", { name: "Manage Subscription" }));
    await waitFor(() => expect(document.activeElement).toBe(manage.parentElement));
    fireEvent.click(screen.getByRole("button", { name: "View Billing History" }));
    await waitFor(() => expect(document.activeElement).toBe(history.parentElement));
    expect(screen.getByTestId("address").textContent).toContain("?view=history");
  });

  it("shows how much paid time is left, as a bar too", () => {
    open("/Subscription", { ...active, days_remaining: 5, hours_remaining: 0 });
    expect(screen.getByText("5 days left")).toBeDefined();
    expect(screen.getByRole("img", { name: "5 of 7 days are left" })).toBeDefined();
    cleanup();
    open("/Subscription", expired);
    expect(screen.getByText("Ended on 17 Nov 2026.")).toBeDefined();
  });

  it("shows nothing to manage where there is nothing, and payments only where there are some", () => {
    open("/Subscription?view=manage", noSubscription);
    expect(screen.queryByText(/^manage/)).toBeNull();
    expect(screen.getByText("history until null true")).toBeDefined();
  });

  it("offers the trial beside the plans while it is unused", () => {
    open("/Subscription", noSubscription);
    expect(screen.getByRole("link", { name: "Try 7 days free" }).getAttribute("href")).toBe("/free-trial");
    cleanup();
    open("/FyersConnection", noSubscription);
    expect(screen.getByRole("link", { name: "Try 7 days free" })).toBeDefined();
    cleanup();
    open("/FyersConnection", expired);
    expect(screen.queryByRole("link", { name: "Try 7 days free" })).toBeNull();
  });

  it("offers the plans to users without one", () => {
    open("/Subscription", noSubscription);
    expect(screen.getByText("No Active Subscription")).toBeDefined();
    expect(screen.getByRole("link", { name: "View Plans" }).getAttribute("href")).toBe("/subscription-plans");
  });
});

describe("[B2.5] the gate", () => {
  const gate = () => screen.queryByRole("dialog", { name: "Subscription Required" });

  it("blocks a user whose subscription has expired, with plan, status and date", () => {
    open("/AngelOneTrading", expired);
    expect(detail("Plan")).toBe("Free Trial");
    expect(detail("Status")).toBe("Expired");
    expect(detail("Expiry date")).toBe("17 Nov 2026");
    expect(screen.getByRole("link", { name: "Subscribe Now" }).getAttribute("href")).toBe("/subscription-plans");
  });

  it("blocks users without a subscription", () => {
    open("/FyersConnection", noSubscription);
    expect(detail("Status")).toBe("No Subscription");
  });

  it("says that trading needs a subscription, and not that connecting does", () => {
    open("/AngelOneConnection", expired);
    expect(gate()?.textContent).toContain(gateTexts.body);
    expect(gateTexts.body).not.toMatch(/connect/i);
  });

  it("shows a pending payment and does not ask for another one", () => {
    open("/AngelOneTrading", paid);
    expect(detail("Plan")).toBe("Quarterly");
    expect(detail("Status")).toBe("Payment being confirmed");
    expect(gate()?.textContent).toContain("Please do not pay again");
    expect(screen.queryByRole("link", { name: "Subscribe Now" })).toBeNull();
    expect(screen.getByRole("link", { name: "View Billing History" }).getAttribute("href")).toBe(
      "/algorithm/dashboard/Subscription?view=history",
    );
  });

  it("[B2.22] gives way to the view that removes a connection, and returns", async () => {
    open("/ZerodhaConnection", expired);
    fireEvent.click(screen.getByRole("button", { name: "leave ZerodhaConnection" }));
    const managing = await screen.findByRole("button", { name: "managing ZerodhaConnection" });
    expect(gate()).toBeNull();
    fireEvent.click(managing);
    await waitFor(() => expect(gate()).not.toBeNull());
  });

  it("offers that only on connection tabs, and never instead of a subscriber's tab", () => {
    open("/ZerodhaTrading?manage", expired);
    expect(gate()).not.toBeNull();
    expect(screen.queryByRole("button", { name: /^(leave|managing) / })).toBeNull();
    cleanup();
    open("/ZerodhaConnection?manage", active);
    expect(screen.queryByRole("button", { name: /^(leave|managing) / })).toBeNull();
  });

  it("lets subscribers pass and blocks no user before the answer", () => {
    open("/FyersConnection", active);
    expect(gate()).toBeNull();
    cleanup();
    open("/FyersConnection", null);
    expect(gate()).toBeNull();
  });

  it("never covers a position that is open", () => {
    open("/ZerodhaTrading", expired, user, true);
    expect(gate()).toBeNull();
  });

  it("has the kill switch in it while something runs, because it covers the frame's", () => {
    open("/ZerodhaTrading", expired, user, false, true);
    expect(screen.getByRole("button", { name: "stop text" })).toBeDefined();
    cleanup();
    open("/ZerodhaTrading", expired);
    expect(screen.queryByRole("button", { name: "stop text" })).toBeNull();
  });

  it("never covers Today or Alerts", () => {
    open("/Today", expired);
    expect(gate()).toBeNull();
    cleanup();
    open("/Alerts", expired);
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
