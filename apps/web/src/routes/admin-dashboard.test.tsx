import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { chooseUsers, type ListedUser } from "../features/admin-users/user-list.ts";
import { usersTexts } from "../features/admin-users/users.texts.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { answerQuietDesk, enterDesk } from "../testing/desk.fixture.ts";
import { preparePageTests, renderSite } from "../testing/render-site.tsx";
import AdminDashboard from "./admin-dashboard.tsx";

preparePageTests();
const server = provideApiServer();

const people: readonly ListedUser[] = [
  { _id: "1", name: "Aditya Rao", email: "aditya@example.com", isSubscribed: true },
  { _id: "2", name: "Bhavna Shah", email: "bhavna@example.com", isSubscribed: false },
  { _id: "3", name: "<b>Chitra</b>", email: "chitra@example.com", isSubscribed: true },
];

function open(users: readonly ListedUser[] = people) {
  enterDesk(server);
  answerQuietDesk(server);
  server.answer("GET /api/user", { body: users });
  renderSite({ at: "/admin/dashboard", pages: { "/admin/dashboard": AdminDashboard } });
}
const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

describe("the admin dashboard", () => {
  it("[C2.9][C2.43][C3.6][C7.6] lists users in its Users tab, names as plain text", async () => {
    open();
    expect(await screen.findByRole("tab", { name: "Users", selected: true })).toBeDefined();
    await screen.findByText("Aditya Rao");
    expect(names()).toEqual(["Aditya Rao", "Bhavna Shah", "<b>Chitra</b>"]);
    const row = within(screen.getByText("Bhavna Shah").closest("tr") as HTMLElement);
    expect(row.getByText("bhavna@example.com")).toBeDefined();
    expect(row.getByText("Non-Subscribed")).toBeDefined();
    expect(server.calls("GET /api/user")[0]?.headers.authorization).toMatch(/^Bearer /);
  });

  it("[C2.43] filters by All, Subscribed and Non-Subscribed", async () => {
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Subscribed" }));
    expect(names()).toEqual(["Aditya Rao", "<b>Chitra</b>"]);
    fireEvent.click(screen.getByRole("button", { name: "Non-Subscribed" }));
    expect(names()).toEqual(["Bhavna Shah"]);
    fireEvent.click(screen.getByRole("button", { name: "All" }));
    expect(names()).toHaveLength(3);
  });

  it("finds by a part of name or address", () => {
    expect(chooseUsers(people, "all", "SHAH").map(({ _id }) => _id)).toEqual(["2"]);
    expect(chooseUsers(people, "subscribed", "example").map(({ _id }) => _id)).toEqual(["1", "3"]);
  });

  it("draws a part of ten thousand", async () => {
    const accounts = Array.from({ length: 10_000 }, (_, at) => ({
      _id: String(at),
      name: `Person ${at}`,
      email: `p${at}@example.com`,
      isSubscribed: at % 2 === 0,
    }));
    open(accounts);
    await screen.findByText("Person 0");
    expect(screen.getAllByRole("rowheader").length).toBeLessThan(100);
    expect(screen.getByText("10,000 users")).toBeDefined();
  });

  it("says when the list could not be read", async () => {
    enterDesk(server);
    answerQuietDesk(server);
    server.answer("GET /api/user", { status: 400, body: { detail: "no", code: "invalid_input" } });
    renderSite({ at: "/admin/dashboard", pages: { "/admin/dashboard": AdminDashboard } });
    expect(await screen.findByText(usersTexts.failed)).toBeDefined();
    server.answer("GET /api/user", { body: people });
    fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });
});
