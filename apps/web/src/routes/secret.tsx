import { AdminSignIn } from "../features/access/admin-sign-in.tsx";
import { AdminLoginPage } from "../features/admin-login/admin-login-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";

export const meta = () =>
  pageMeta({
    title: "Back office login",
    description: "Sign-in for the operator who places bulk orders and watches the broker status of every user.",
    keywords: ["back office", "login"],
    path: "/secret",
    isPrivate: true,
  });

export default function Secret() {
  return (
    <QueryProvider>
      <AdminSignIn home="/secret/dashboard">
        {(enter) => <AdminLoginPage area="secret" onLoggedIn={enter} />}
      </AdminSignIn>
    </QueryProvider>
  );
}
