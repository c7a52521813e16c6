import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRoutesStub, Link } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { Button } from "./button.tsx";

afterEach(cleanup);

it("does nothing twice: a busy button shows it and ignores presses", () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" isBusy onClick={onClick}>
        Save
      </Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Save" });
  fireEvent.click(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

it("submits no form unless its type is submit", () => {
  render(<Button>Back</Button>);
  expect(screen.getByRole<HTMLButtonElement>("button").type).toBe("button");
});

it("draws a link as a button and leaves it a link", () => {
  const Stub = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <Button asChild variant="primary">
          <Link to="/auth" className="own">
            Login
          </Link>
        </Button>
      ),
    },
  ]);
  render(<Stub />);
  const link = screen.getByRole("link", { name: "Login" });
  expect(link.getAttribute("href")).toBe("/auth");
  expect(link.className).toContain("bg-accent");
  expect(link.className).toContain("own");
});
