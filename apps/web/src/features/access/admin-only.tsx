import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSession } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { Redirect } from "../../ui/redirect.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";

const ADMIN_LOGIN = "/admin/login";
/** Long enough to read the sentence. */
const REDIRECT_DELAY_MS = 2_000;

/** C2.43 */
const accessDenied = {
  signedOut: "Access Denied, login first to view admin dashboard",
  notAdmin: "Access Denied, only Admins can access this page",
} as const;

/** A6.3, C2.8, C2.43: says why, offers the login, and goes there by itself. */
export function AdminOnly({ title = "Admin dashboard", children }: { title?: string; children: ReactNode }) {
  const session = useSession();
  if (session.kind === "loading") {
    return (
      <div className="grid full-page place-items-center">
        <SpinnerWithText>Verifying access...</SpinnerWithText>
      </div>
    );
  }
  if (session.kind === "user" && session.user.role === "admin") return children;
  return (
    <NoticePage
      title={title}
      action={
        <Button asChild variant="primary">
          <Link to={ADMIN_LOGIN}>Go to admin login</Link>
        </Button>
      }
    >
      <p role="alert">{session.kind === "visitor" ? accessDenied.signedOut : accessDenied.notAdmin}</p>
      <Redirect to={ADMIN_LOGIN} afterMs={REDIRECT_DELAY_MS} />
    </NoticePage>
  );
}
