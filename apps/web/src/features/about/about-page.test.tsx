import { screen } from "@testing-library/react";
import { brand } from "@vriddhi/core/site/brand";
import { expect, it } from "vitest";
import { riskDisclosure } from "../../lib/site-claims.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { aboutTexts } from "./about.texts.ts";
import { AboutPage } from "./about-page.tsx";

preparePageTests();

it("[A2.17] shows who we are, how we work and every risk, with the disclosure word for word", () => {
  renderSite({ at: "/about", pages: { "/about": () => <AboutPage legalLinks={<li>legal links</li>} /> } });
  for (const title of [aboutTexts.isTitle, aboutTexts.workTitle, aboutTexts.riskTitle, aboutTexts.companyTitle])
    expect(screen.getByRole("heading", { level: 2, name: title })).toBeDefined();
  for (const { title } of aboutTexts.risks)
    expect(screen.getByRole("heading", { level: 3, name: title })).toBeDefined();
  expect(screen.getByText(riskDisclosure)).toBeDefined();
  expect(screen.getByText(brand.legalEntity)).toBeDefined();
  expect(screen.getByText("legal links")).toBeDefined();
});
