import { useIsMutating } from "@tanstack/react-query";

/** The name of every start and stop, whichever screen began it. */
export const SWITCHING = ["run-switch"] as const;

/** B4.2: while a run is started or stopped, what is read of it is about to be old. */
export const useIsSwitching = (): boolean => useIsMutating({ mutationKey: SWITCHING }) > 0;
