import type { ReactNode } from "react";
import { Redirect } from "../../ui/redirect.tsx";
import { type AdminIdentity, useAdmin } from "./use-admin.ts";
import { VerifyingAccess } from "./verifying-access.tsx";

const DESK_LOGIN = "/secret";

/** C2.11, C2.35, C8.12: the back office opens for a token that the server knows; others are redirected to its login. */
export function RequireAdmin({ children }: { children(identity: AdminIdentity): ReactNode }) {
  const access = useAdmin();
  if (access.kind === "admin") return children(access.identity);
  return <VerifyingAccess>{access.kind !== "checking" && <Redirect to={DESK_LOGIN} />}</VerifyingAccess>;
}
