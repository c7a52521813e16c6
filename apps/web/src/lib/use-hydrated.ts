import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in server HTML and while it is taken over, true ever after: what only the browser knows waits for it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
