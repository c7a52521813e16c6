import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { HomeBar } from "./home-bar.tsx";
import { nameForPath, pathForName } from "./home-navigation.ts";

preparePageTests();
provideApiServer();

const links = [
  { label: "Home", to: "/" },
  { label: "Pricing", to: "/subscription-plans" },
];

function open(onNavigate: (name: string) => void) {
  renderSite({
    at: "/",
    pages: { "/": () => <HomeBar links={links} onNavigate={onNavigate} account={null} menu={null} /> },
  });
}

describe("[A2.25] the home bar's navigation callback", () => {
  it("means / by home and /x by any other name x", () => {
    expect(pathForName("home")).toBe("/");
    expect(pathForName("research")).toBe("/research");
    for (const { to } of links) expect(pathForName(nameForPath(to))).toBe(to);
  });

  it("receives the chosen name, and nothing else navigates", () => {
    const onNavigate = vi.fn();
    open(onNavigate);
    fireEvent.click(screen.getByRole("link", { name: "Pricing" }));
    fireEvent.click(screen.getByRole("link", { name: "Home" }));
    expect(onNavigate.mock.calls).toEqual([["subscription-plans"], ["home"]]);
    expect(screen.getByTestId("address").textContent).toBe("/");
  });

  it("does not run when a link opens a new tab", () => {
    const onNavigate = vi.fn();
    open(onNavigate);
    for (const keys of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }]) {
      const isUntouched = fireEvent.click(screen.getByRole("link", { name: "Pricing" }), keys);
      expect(isUntouched).toBe(true);
    }
    expect(onNavigate).not.toHaveBeenCalled();
  });

  it("consists of real links, for a browser without scripts", () => {
    open(() => undefined);
    expect(screen.getByRole("link", { name: "Pricing" }).getAttribute("href")).toBe("/subscription-plans");
    expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
  });
});
