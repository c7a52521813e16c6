import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { Checkbox, PasswordField, TextField } from "./field.tsx";

afterEach(cleanup);

describe("TextField", () => {
  it("ties its label, hint and error to the input", () => {
    render(<TextField label="Email" hint="We never share it." error="Email is invalid" />);
    const input = screen.getByLabelText("Email");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    const described = (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id));
    expect(described.map((element) => element?.textContent)).toEqual(["Email is invalid", "We never share it."]);
  });

  it("is quiet when nothing is wrong", () => {
    render(<TextField label="Email" />);
    const input = screen.getByLabelText("Email");
    expect(input.hasAttribute("aria-invalid")).toBe(false);
    expect(input.hasAttribute("aria-describedby")).toBe(false);
  });

  it("hands its ref to the input, so that a form can move the focus there", () => {
    const ref = createRef<HTMLInputElement>();
    render(<TextField label="Email" ref={ref} />);
    expect(ref.current).toBe(screen.getByLabelText("Email"));
  });
});

it("[A2.28] the password can be shown and hidden again", () => {
  render(<PasswordField label="Password" />);
  const input = screen.getByLabelText<HTMLInputElement>("Password");
  expect(input.type).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(input.type).toBe("text");
  fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input.type).toBe("password");
});

it("a checkbox is found by its label", () => {
  render(<Checkbox label="Remember me" />);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Remember me" });
  fireEvent.click(screen.getByText("Remember me"));
  expect(box.checked).toBe(true);
});
