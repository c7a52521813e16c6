import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ConfirmDialog, Dialog } from "./dialog.tsx";

afterEach(cleanup);

it("loads when it is first opened, and the page does not wait for it", async () => {
  const { rerender } = render(<Dialog open={false} onOpenChange={vi.fn()} title="Menu" />);
  rerender(<Dialog open onOpenChange={vi.fn()} title="Menu" />);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await screen.findByRole("dialog", { name: "Menu" })).toBeDefined();
});

it("has a name, a description and a close button", () => {
  const onOpenChange = vi.fn();
  render(<Dialog open onOpenChange={onOpenChange} title="Verify your mobile" description="We send a code." />);
  const dialog = screen.getByRole("dialog", { name: "Verify your mobile" });
  expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe("We send a code.");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

it("stays when it is blocking", () => {
  const onOpenChange = vi.fn();
  render(<Dialog open isBlocking onOpenChange={onOpenChange} title="Subscription Required" />);
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  fireEvent.keyDown(document, { key: "Escape" });
  expect(onOpenChange).not.toHaveBeenCalled();
});

it("acts only after confirmation", () => {
  const onConfirm = vi.fn();
  const onOpenChange = vi.fn();
  render(
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Log out?"
      body="You can log in again at any time."
      confirmLabel="Logout"
      onConfirm={onConfirm}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(onConfirm).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(onConfirm).toHaveBeenCalledOnce();
});
