import { useEffect } from "react";
import { useSession } from "../lib/session.tsx";
import { whenIdle } from "../lib/when-idle.ts";

/** A7.21: for visitors too, once the page is idle; for signed-in users it runs where the answer decides something. */
function useAddressCheck(): void {
  const { kind } = useSession();
  useEffect(() => {
    if (kind !== "visitor") return undefined;
    return whenIdle(() => {
      void import("../features/phone/phone-verified.ts").then(
        ({ checkAddress }) => checkAddress(),
        () => undefined, // offline: the next start checks again
      );
    });
  }, [kind]);
}

export function AddressCheck() {
  useAddressCheck();
  return null;
}
