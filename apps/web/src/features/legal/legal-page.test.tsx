import { readFileSync } from "node:fs";
import path from "node:path";
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { legalPages, legalPath } from "../../texts/legal-pages.ts";
import { legalDocument } from "./legal.texts.ts";
import { LegalPage } from "./legal-page.tsx";

preparePageTests();

function wordsOfPdf(name: string): string {
  const file = readFileSync(path.join(import.meta.dirname, "../../../public/legal", `${name}.pdf`), "latin1");
  return [...file.matchAll(/\((.*)\) Tj/g)].map(([, line = ""]) => line.replace(/\\([\\()])/g, "$1")).join(" ");
}

describe.each(legalPages)("[A2.21] the $label", ({ name, label }) => {
  it("is a page with its date, its company and its PDF", () => {
    renderSite({ at: "/here", pages: { "/here": () => <LegalPage document={legalDocument(name)} /> } });
    expect(screen.getByRole("heading", { level: 1, name: label })).toBeDefined();
    expect(screen.getByText(/^Updated on \d+ \w+ 20\d\d$/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Download as PDF" }).getAttribute("href")).toBe(`${legalPath(name)}.pdf`);
    expect(screen.getByText("Legal entity")).toBeDefined();
    expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toContain("Contact");
  });

  it("has the same words as its PDF", () => {
    const { updatedOn, sections } = legalDocument(name);
    const words = wordsOfPdf(name);
    for (const text of [`Updated on ${updatedOn}.`, ...sections.flatMap(({ paragraphs }) => paragraphs)])
      expect(words).toContain(text);
  });

  it("can be written with the letters of its PDF", () => {
    const text = JSON.stringify(legalDocument(name));
    expect([...text].filter((letter) => letter.charCodeAt(0) > 255)).toEqual([]);
  });
});

it("[A2.21] the privacy policy names the stored data of a sign-in, of an invoice and after a deletion", () => {
  const text = JSON.stringify(legalDocument("privacy"));
  for (const phrase of [
    "which device you signed in",
    "GSTIN for your invoices",
    "six years",
    "keyed hashes",
    "Telegram",
  ])
    expect(text).toContain(phrase);
});
