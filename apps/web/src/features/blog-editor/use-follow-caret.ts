import { type RefObject, useCallback, useEffect } from "react";
import { blockAtCaret } from "./block-at-caret.ts";
import type { Preview } from "./use-preview.ts";

/** The smallest parts of an article that are at least one line of its source. */
const BLOCKS = "p, h1, h2, h3, h4, h5, h6, li, tr, pre, figure, blockquote";

export function useFollowCaret(
  area: RefObject<HTMLTextAreaElement | null>,
  shown: RefObject<HTMLElement | null>,
  preview: Preview | null,
): () => void {
  const follow = useCallback(() => {
    const pane = shown.current;
    if (area.current === null || pane === null) return;
    const blocks = [...pane.querySelectorAll<HTMLElement>(BLOCKS)];
    const { value, selectionEnd } = area.current;
    const block =
      blocks[
        blockAtCaret(
          blocks.map((each) => each.textContent ?? ""),
          value,
          selectionEnd,
        )
      ];
    if (block === undefined) return;
    const { top, height } = block.getBoundingClientRect();
    pane.scrollTop += top + height / 2 - pane.getBoundingClientRect().top - pane.clientHeight / 2;
  }, [area, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new preview scrolls to the caret again
  useEffect(follow, [follow, preview]);
  return follow;
}
