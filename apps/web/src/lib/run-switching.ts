import { useIsMutating } from "@tanstack/react-query";

/** The mutation key of every start and stop, on any screen. */
export const SWITCHING = ["run-switch"] as const;

/** B4.2: during a start or stop any read of the run would soon be outdated. */
export const useIsSwitching = (): boolean => useIsMutating({ mutationKey: SWITCHING }) > 0;
