import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { CopyField } from "./copy-field.tsx";
import { Select } from "./select.tsx";
import { Slider } from "./slider.tsx";
import { Switch } from "./switch.tsx";
import { Tabs } from "./tabs.tsx";

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
afterEach(cleanup);

it("a switch is a switch, with its label", () => {
  const onChange = vi.fn();
  render(<Switch label="Background Mode" hint="Goes on when this page is closed." isOn={false} onChange={onChange} />);
  const control = screen.getByRole("switch", { name: "Background Mode" });
  expect(control.getAttribute("aria-checked")).toBe("false");
  fireEvent.click(control);
  expect(onChange).toHaveBeenCalledWith(true);
});

it("a slider moves and announces its value", () => {
  function Capital() {
    const [level, setLevel] = useState(1);
    return (
      <Slider label="Capital" min={1} max={5} value={level} onValueChange={setLevel} valueText={`level ${level}`} />
    );
  }
  render(<Capital />);
  const slider = screen.getByRole<HTMLInputElement>("slider", { name: "Capital" });
  fireEvent.change(slider, { target: { value: "2" } });
  expect(slider.valueAsNumber).toBe(2);
  expect(slider.getAttribute("aria-valuetext")).toBe("level 2");
});

it("a tab shows its panel", () => {
  function Brokers() {
    const [selected, setSelected] = useState<"angelone" | "fyers">("angelone");
    const tabs = [
      { id: "angelone", label: "Angel One", panel: <p>first</p> },
      { id: "fyers", label: "Fyers", panel: <p>second</p> },
    ] as const;
    return <Tabs label="Brokers" tabs={tabs} selected={selected} onSelect={setSelected} />;
  }
  render(<Brokers />);
  fireEvent.mouseDown(screen.getByRole("tab", { name: "Fyers" }));
  expect(screen.getByRole("tabpanel").textContent).toBe("second");
});

it("a select is named by its label and its value, and announces its error", () => {
  const options = [{ value: "name", label: "Name" }] as const;
  render(
    <Select label="Sort by" options={options} value="name" onValueChange={() => undefined} error="Choose again" />,
  );
  const box = screen.getByRole("combobox", { name: "Sort by Name" });
  expect(box.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Choose again");
});

it("a copied value is in the clipboard, with a message", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  render(<CopyField label="Redirect URL" value="https://own.invalid/connect/zerodha" />);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy Redirect URL" })));
  expect(writeText).toHaveBeenCalledWith("https://own.invalid/connect/zerodha");
  expect(screen.getByRole("button", { name: "Copied" })).toBeDefined();
});
