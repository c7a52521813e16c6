import { expect, it, vi } from "vitest";

it("a part that is still on its way when the last test of a file ends fails no test", () => {
  const arrive = vi.fn();
  void import("../ui/dialog.tsx").then(arrive);
  void import("../lib/session.tsx").then(arrive);
  expect(arrive).not.toHaveBeenCalled();
});
