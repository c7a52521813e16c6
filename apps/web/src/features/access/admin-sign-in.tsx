import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { safeNextPath } from "../../lib/next-path.ts";
import { Redirect } from "../../ui/redirect.tsx";
import { useAdmin } from "./use-admin.ts";

interface AdminSignInProps {
  /** Where this door leads. */
  home: string;
  children(enter: () => void): ReactNode;
}

/** Around a login of the desk: whoever is in already goes on, and so does whoever logs in. */
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
