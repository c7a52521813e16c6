import { AdminSignIn } from "../features/access/admin-sign-in.tsx";
import { AdminLoginPage } from "../features/admin-login/admin-login-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";

export const meta = () =>
  pageMeta({
    title: "Admin login",
    description: "Sign-in for administrators who watch over users, their broker links and their subscriptions.",
    keywords: ["admin", "login"],
    path: "/admin/login",
    isPrivate: true,
  });

export default function AdminLogin() {
  return (
    <QueryProvider>
      <AdminSignIn home="/admin/dashboard">{(enter) => <AdminLoginPage area="admin" onLoggedIn={enter} />}</AdminSignIn>
    </QueryProvider>
  );
}
