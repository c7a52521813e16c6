import { readFileSync } from "node:fs";
import path from "node:path";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Link, Outlet, useLocation } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { provideApiServer } from "../testing/api-server.ts";
import { preparePageTests, renderSite } from "../testing/render-site.tsx";
import { Arrival } from "./arrival.tsx";
import { PageTransition } from "./page-transition.tsx";

preparePageTests();
provideApiServer();

const Frame = () => (
  <>
    <PageTransition pageKey={useLocation().pathname}>
      <Outlet />
    </PageTransition>
    <Arrival />
  </>
);
const First = () => <Link to="/second">on</Link>;
const Second = () => <Link to="/second?tab=2">tab</Link>;
const Third = () => <Link to="/">back</Link>;
const open = () => renderSite({ at: "/", pages: { "/": First, "/second": Second, "/third": Third }, Frame });

const page = () => screen.getByRole("link").parentElement?.getAttribute("data-page") ?? null;

describe("a change of path", () => {
  const scrollTo = vi.fn();
  beforeEach(() => {
    scrollTo.mockClear();
    vi.stubGlobal("scrollTo", scrollTo);
  });

  it("[A2.19] slides a new page in, but not the first", async () => {
    open();
    expect(page()).toBeNull();
    fireEvent.click(screen.getByText("on"));
    await waitFor(() => expect(page()).toBe("odd"));
  });

  it("[A2.19] scrolls to the top, but not for a change of query", async () => {
    open();
    expect(scrollTo).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText("on"));
    await waitFor(() => expect(scrollTo).toHaveBeenCalledWith({ top: 0, left: 0, behavior: "instant" }));
    fireEvent.click(await screen.findByText("tab"));
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/second?tab=2"));
    expect(scrollTo).toHaveBeenCalledOnce();
    expect(page()).toBe("odd");
  });

  it("[A2.19, A9.1] takes 0.2 s, ease-out, over 50 px, and only without reduced motion", () => {
    const css = readFileSync(path.join(import.meta.dirname, "frame.css"), "utf8");
    const welcome = css.slice(css.indexOf("prefers-reduced-motion: no-preference"));
    expect(welcome).toContain("animation: page-enter-odd 0.2s ease-out");
    expect(welcome).toContain("animation: page-enter-even 0.2s ease-out");
    expect(welcome).toContain("animation: page-leave 0.2s ease-out");
    expect(css.match(/translateY\(-?50px\)/g)).toHaveLength(3);
    expect(css.indexOf("page-enter")).toBeGreaterThan(css.indexOf("prefers-reduced-motion: no-preference"));
  });
});
