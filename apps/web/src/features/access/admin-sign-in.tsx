import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { safeNextPath } from "../../lib/next-path.ts";
import { Redirect } from "../../ui/redirect.tsx";
import { useAdmin } from "./use-admin.ts";

interface AdminSignInProps {
  home: string;
  children(enter: () => void): ReactNode;
}

/** Wraps a back-office login: passes through when the admin is already signed in, or signs in here. */
export function AdminSignIn({ home, children }: AdminSignInProps) {
  const access = useAdmin();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const target = () => safeNextPath(params.get("next")) ?? home;
  return (
    <>
      {access.kind === "admin" && <Redirect to={target()} />}
      {children(() => void navigate(target(), { replace: true }))}
    </>
  );
}
