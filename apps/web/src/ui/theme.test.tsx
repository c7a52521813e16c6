import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ThemeScope, ThemeToggle } from "./theme.tsx";

let isSystemLight = false;
vi.stubGlobal("matchMedia", () => ({
  get matches() {
    return isSystemLight;
  },
  addEventListener() {},
  removeEventListener() {},
}));

beforeEach(() => {
  localStorage.clear();
  isSystemLight = false;
});
afterEach(cleanup);

const renderScope = () =>
  render(
    <ThemeScope>
      <ThemeToggle />
    </ThemeScope>,
  );
const scope = () => document.querySelector<HTMLElement>("[data-theme]");

describe("the theme", () => {
  it("follows the system until the user chooses", () => {
    renderScope();
    expect(scope()?.dataset["theme"]).toBe("auto");
  });

  it("offers the other theme, keeps the choice, and offers to switch back", () => {
    renderScope();
    fireEvent.click(screen.getByRole("button", { name: "Use the light theme" }));
    expect(scope()?.dataset["theme"]).toBe("light");
    expect(localStorage.getItem("theme")).toBe("light");
    fireEvent.click(screen.getByRole("button", { name: "Use the dark theme" }));
    expect(scope()?.dataset["theme"]).toBe("dark");
  });

  it("offers the dark look to a user whose system is light", () => {
    localStorage.setItem("theme", "auto");
    isSystemLight = true;
    renderScope();
    expect(screen.getByRole("button", { name: "Use the dark theme" })).toBeDefined();
  });

  it("starts with the stored choice", () => {
    localStorage.setItem("theme", "light");
    renderScope();
    expect(scope()?.dataset["theme"]).toBe("light");
  });
});
