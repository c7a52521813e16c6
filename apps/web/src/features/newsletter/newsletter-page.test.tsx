import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { NewsletterPage } from "./newsletter-page.tsx";

preparePageTests();

it("[A2.17] says that nothing is published yet and leads to the research", () => {
  renderSite({ at: "/newsletter", pages: { "/newsletter": NewsletterPage } });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Newsletter");
  expect(screen.getByText("The first issue is being written")).toBeDefined();
  expect(screen.getByRole("link", { name: "Read our research" }).getAttribute("href")).toBe("/research");
});
