import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { useSession } from "../lib/session.tsx";

const DobDialog = lazy(async () => ({ default: (await import("../features/account/dob-dialog.tsx")).DobDialog }));

/** A4.4: the arrival from Google ends first. The documents can be read before an answer is given. */
const QUIET_PATHS = /^\/(google\/callback|legal\/.*)$/;

/** A9.2: whoever came by Google has not said when they were born; nothing else goes on before. */
export function DobSlot() {
  const session = useSession();
  const { pathname } = useLocation();
  const isWanted = session.kind === "user" && session.user.role === "user" && session.user.dob === null;
  if (!isWanted || QUIET_PATHS.test(pathname)) return null;
  return (
    <Suspense fallback={null}>
      <DobDialog />
    </Suspense>
  );
}
