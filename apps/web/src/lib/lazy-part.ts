import { useEffect, useEffectEvent, useReducer } from "react";

interface LazyPart<Part> {
  /** Fetches the code before it is needed. Rejects where it does not arrive; the next call asks again. */
  prepare(): Promise<void>;
  /** The part, or null while its code is on its way. It is fetched once `isWanted` is true. */
  usePart(isWanted: boolean, onMissing?: () => void): Part | null;
}

/**
 * A component, or several, whose code travels when it is first needed and not with the page. Unlike with React's `lazy`
 * it is there at once where it was prepared, and a fetch that fails takes nothing of the page away.
 */
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
    const tell = useEffectEvent(() => onMissing?.());
    const isMissing = isWanted && part === null;
    useEffect(() => {
      if (!isMissing) return undefined;
      let isHere = true;
      prepare().then(
        () => isHere && draw(),
        () => isHere && tell(),
      );
      return () => {
        isHere = false;
      };
    }, [isMissing]);
    return part;
  };

  return { prepare, usePart };
}
