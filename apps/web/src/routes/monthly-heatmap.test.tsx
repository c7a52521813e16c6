import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { preparePageTests } from "../testing/render-site.tsx";

preparePageTests();

describe("[A2.9] the address of the heat map", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  it.each([
    ["on", "/monthly-heatmap", 89],
    ["off", "/", 0],
  ])("with the claims %s ends at %s", async (claims, end, months) => {
    vi.stubEnv("SITE_CLAIMS", claims);
    vi.resetModules();
    const route = await import("./monthly-heatmap.tsx");
    const { renderSite: render } = await import("../testing/render-site.tsx");
    render({ at: "/monthly-heatmap", pages: { "/monthly-heatmap": route.default } });
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe(end));
    expect(document.querySelectorAll("[data-month]")).toHaveLength(months);
    expect(JSON.stringify(route.meta()).includes("noindex")).toBe(claims === "off");
  });
});
