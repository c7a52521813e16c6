import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** `false` in server HTML and during hydration, then `true`: browser-only facts wait for it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
