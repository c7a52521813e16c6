import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { useSession } from "../lib/session.tsx";

const DobDialog = lazy(async () => ({ default: (await import("../features/account/dob-dialog.tsx")).DobDialog }));

/** A4.4: the Google sign-in finishes first. The legal documents can be read before an answer is given. */
const QUIET_PATHS = /^\/(google\/callback|legal\/.*)$/;

/** A9.2: Google does not report a date of birth, so the user must enter it before anything else. */
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
