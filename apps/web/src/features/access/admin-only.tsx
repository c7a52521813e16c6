import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useSession } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { Redirect } from "../../ui/redirect.tsx";
import { type AdminIdentity, useAdmin } from "./use-admin.ts";
import { VerifyingAccess } from "./verifying-access.tsx";

const ADMIN_LOGIN = "/admin/login";
const HOME_OF_ADMINS = "/admin/dashboard";
/** Long enough to read the sentence. */
const REDIRECT_DELAY_MS = 2_000;

const accessDenied = {
  signedOut: "Access Denied, login first to view admin dashboard",
  notAdmin: "Access Denied, only Admins can access this page",
} as const;

interface AdminOnlyProps {
  title?: string;
  children(identity: AdminIdentity): ReactNode;
}

/** A6.3, C2.8, C2.43: says why, offers the login, and redirects there after a moment. */
export function AdminOnly({ title = "Admin dashboard", children }: AdminOnlyProps) {
  const session = useSession();
  const access = useAdmin();
  const { pathname, search } = useLocation();
  if (access.kind === "admin") return children(access.identity);
  if (access.kind === "checking" || session.kind === "loading") return <VerifyingAccess />;
  const isUser = session.kind === "user" && session.user.role !== "admin";
  const isSignedIn = access.kind === "forbidden" || isUser;
  const next = pathname === HOME_OF_ADMINS ? "" : `?${new URLSearchParams({ next: pathname + search })}`;
  const login = ADMIN_LOGIN + next;
  return (
    <NoticePage
      isMain
      title={title}
      action={
        <Button asChild variant="primary">
          <Link to={login}>Go to admin login</Link>
        </Button>
      }
    >
      <p role="alert">{isSignedIn ? accessDenied.notAdmin : accessDenied.signedOut}</p>
      <Redirect to={login} afterMs={REDIRECT_DELAY_MS} />
    </NoticePage>
  );
}
