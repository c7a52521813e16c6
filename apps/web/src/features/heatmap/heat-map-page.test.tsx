import { fireEvent, screen, within } from "@testing-library/react";
import { readHeatMap } from "@vriddhi/core/site/heat-map";
import { describe, expect, it } from "vitest";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { heatMapTexts } from "./heat-map.texts.ts";
import { HeatMapPage } from "./heat-map-page.tsx";

preparePageTests();
const heatMapYears = readHeatMap();

const open = () => renderSite({ at: "/monthly-heatmap", pages: { "/monthly-heatmap": HeatMapPage } });
const cells = () => [...document.querySelectorAll<HTMLElement>("[data-month]")];
const cell = (label: string) => cells().find((one) => one.dataset["month"] === label) as HTMLElement;
const tip = () => screen.queryByRole("tooltip")?.textContent ?? null;

describe("[A2.51] the heat map", () => {
  it("has a cell for each of the 89 months, green or red, each with a sign of its own", () => {
    open();
    expect(cells()).toHaveLength(89);
    const months = heatMapYears.flatMap((year) => year.months);
    expect(cells().map((one) => one.dataset["result"])).toEqual(
      months.map(({ result }) => (result < 0 ? "loss" : "profit")),
    );
    for (const one of cells()) expect(one.textContent).toContain(one.dataset["result"] === "loss" ? "▼" : "▲");
  });

  it("[A9.9] is as intense as the amount, up to 15 thousand", () => {
    open();
    const heatOf = (label: string) => Number(cell(label).style.getPropertyValue("--heat"));
    expect(heatOf("Jan 2018")).toBeCloseTo(5_555 / 15_000, 3);
    expect(heatOf("Jun 2022")).toBeCloseTo(5_909 / 15_000, 3);
    expect(heatOf("Aug 2024")).toBe(1);
  });

  it("says Profit or Loss with the amount while a month is hovered", () => {
    open();
    expect(tip()).toBeNull();
    fireEvent.mouseEnter(cell("Jan 2018"));
    expect(tip()).toBe("Jan 2018Profit ₹5,555");
    fireEvent.mouseEnter(cell("Feb 2018"));
    expect(tip()).toBe("Feb 2018Loss ₹2,338");
    expect(cell("Feb 2018").getAttribute("aria-describedby")).toBe(screen.getByRole("tooltip").id);
    fireEvent.mouseLeave(screen.getByRole("grid"));
    expect(tip()).toBeNull();
  });

  it("announces the same by keyboard: one stop for Tab, arrows from month to month and year to year", () => {
    open();
    const stops = () => cells().filter((one) => one.tabIndex === 0);
    expect(stops()).toEqual([cell("Jan 2018")]);
    cell("Jan 2018").focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    press("ArrowRight");
    press("ArrowDown");
    expect(document.activeElement).toBe(cell("Feb 2019"));
    expect(stops()).toEqual([cell("Feb 2019")]);
    expect(tip()).toBe("Feb 2019Profit ₹11,775");
    press("Escape");
    expect(tip()).toBeNull();
    press("End");
    for (let year = 2020; year <= 2026; year += 1) press("ArrowDown");
    expect(document.activeElement).toBe(cell("May 2025"));
  });

  it("names each month for screen readers", () => {
    open();
    const grid = screen.getByRole("grid", { name: heatMapTexts.gridLabel });
    expect(within(grid).getByText("Mar 2020: Loss ₹1,881")).toBeDefined();
    expect(
      within(grid)
        .getAllByRole("rowheader")
        .map(({ textContent }) => textContent),
    ).toEqual(heatMapYears.map(({ year }) => String(year)));
  });

  it("adds up each year", () => {
    open();
    const row = screen.getByRole("rowheader", { name: "2023" }).closest("tr") as HTMLElement;
    expect(within(row).getByText("+₹1,11,915")).toBeDefined();
  });

  it("says that the figures are a sample, and how many months were profitable", () => {
    open();
    expect(screen.getByText(heatMapTexts.noticeTitle)).toBeDefined();
    expect(screen.getByText("76 of 89")).toBeDefined();
  });
});
