import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announceLostAddress } from "../app/lost-address.ts";
import { siteTexts } from "../texts/site.texts.ts";
import { forgetToasts, shownToasts } from "../ui/toast.tsx";
import { clientLoader } from "./missing.tsx";

beforeEach(forgetToasts);
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", "/");
});

const toasts = () => shownToasts().map(({ text }) => text);

/** A document that the browser reached at `path` after so many redirects of our own. */
function arriveAt(path: string, redirectCount: number): void {
  history.replaceState(null, "", path);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { redirectCount } as Partial<PerformanceNavigationTiming> as PerformanceNavigationTiming,
  ]);
  announceLostAddress();
}

describe("[A2.16] an unknown address", () => {
  it("is named on the home page after the redirect", () => {
    arriveAt("/", 1);
    expect(toasts()).toEqual([siteTexts.pageMissing]);
  });

  it("is named after a broken link within the site, which leads home too", () => {
    const answer = clientLoader();
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    expect(toasts()).toEqual([siteTexts.pageMissing]);
  });

  it.each([
    ["who came home by themselves", "/", 0],
    ["whom an old address led to its new one", "/research", 1],
  ])("is nothing to those %s", (_, path, redirects) => {
    arriveAt(path, redirects);
    expect(toasts()).toEqual([]);
  });
});
