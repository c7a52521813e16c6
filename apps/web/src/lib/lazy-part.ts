import { useEffect, useEffectEvent, useReducer } from "react";

interface LazyPart<Part> {
  /** Loads the code in advance. Rejects on failure; the next call retries. */
  prepare(): Promise<void>;
  /** The part, or `null` while its code loads. Loading starts once `isWanted` is true. */
  usePart(isWanted: boolean, onMissing?: () => void): Part | null;
}

/** Unlike with React's `lazy`, a prepared part renders at once, and a failed load leaves the page intact. */
export function lazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let part: Part | null = null;
  let coming: Promise<void> | null = null;

  const prepare = (): Promise<void> => {
    coming ??= load().then(
      (loaded) => {
        part = loaded;
      },
      (cause: unknown) => {
        coming = null;
        throw cause;
      },
    );
    return coming;
  };

  const usePart = (isWanted: boolean, onMissing?: () => void): Part | null => {
    const [, draw] = useReducer((times: number) => times + 1, 0);
    const reportMissing = useEffectEvent(() => onMissing?.());
    const isMissing = isWanted && part === null;
    useEffect(() => {
      if (!isMissing) return undefined;
      let isHere = true;
      prepare().then(
        () => isHere && draw(),
        () => isHere && reportMissing(),
      );
      return () => {
        isHere = false;
      };
    }, [isMissing]);
    return part;
  };

  return { prepare, usePart };
}
