import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { lazyPart } from "./lazy-part.ts";

afterEach(cleanup);

const Sheet = () => <p>the sheet</p>;

/** A part whose code loads, or fails, when the test decides. */
function held() {
  const asked: { come: () => void; fail: () => void }[] = [];
  const part = lazyPart(
    () =>
      new Promise<typeof Sheet>((resolve, reject) => {
        asked.push({ come: () => resolve(Sheet), fail: () => reject(new Error("no connection")) });
      }),
  );
  const onMissing = vi.fn();
  const Page = ({ isWanted }: { isWanted: boolean }) => {
    const Part = part.usePart(isWanted, onMissing);
    return Part && <Part />;
  };
  return { part, asked, onMissing, Page };
}

it("loads nothing before it is needed, and once when it is", async () => {
  const { asked, Page } = held();
  const { rerender } = render(<Page isWanted={false} />);
  expect(asked).toHaveLength(0);
  rerender(
    <>
      <Page isWanted />
      <Page isWanted />
    </>,
  );
  expect(asked).toHaveLength(1);
  await act(async () => asked[0]?.come());
  expect(screen.getAllByText("the sheet")).toHaveLength(2);
});

it("is there at once where it was prepared", async () => {
  const { part, asked, Page } = held();
  const prepared = part.prepare();
  asked[0]?.come();
  await prepared;
  render(<Page isWanted />);
  expect(screen.getByText("the sheet")).toBeDefined();
});

it("reports when its code did not load, and retries the next time", async () => {
  const { asked, onMissing, Page } = held();
  const { rerender } = render(<Page isWanted />);
  await act(async () => asked[0]?.fail());
  expect(onMissing).toHaveBeenCalledOnce();
  rerender(<Page isWanted={false} />);
  rerender(<Page isWanted />);
  expect(asked).toHaveLength(2);
  await act(async () => asked[1]?.come());
  expect(screen.getByText("the sheet")).toBeDefined();
});
