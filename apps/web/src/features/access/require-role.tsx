import type { Role } from "@vriddhi/contract/account";
import type { ReactNode } from "react";
import { useSession } from "../../lib/session.tsx";
import { Redirect } from "../../ui/redirect.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";

interface RequireRoleProps {
  roles: readonly Role[];
  loginPath: "/admin/login" | "/secret" | "/blog-admin/login";
  children: ReactNode;
}

/** C2.3, C2.11, C2.35: each back office opens for its own role; others are redirected to its login. */
export function RequireRole({ roles, loginPath, children }: RequireRoleProps) {
  const session = useSession();
  if (session.kind === "user" && roles.includes(session.user.role)) return children;
  return (
    <div className="grid full-page place-items-center">
      <SpinnerWithText>Verifying access...</SpinnerWithText>
      {session.kind !== "loading" && <Redirect to={loginPath} />}
    </div>
  );
}
