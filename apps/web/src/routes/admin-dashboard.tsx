import { AdminOnly } from "../features/access/admin-only.tsx";
import { usersTexts } from "../features/admin-users/users.texts.ts";
import { UsersDashboard } from "../features/admin-users/users-tab.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { DeskShell } from "./desk-parts.tsx";

export const meta = () =>
  pageMeta({
    title: "Admin dashboard",
    description:
      "All users with their subscription state, filtered by subscribed and non-subscribed, for administrators.",
    keywords: ["admin dashboard", "users"],
    path: "/admin/dashboard",
    isPrivate: true,
  });

export default function AdminDashboard() {
  return (
    <QueryProvider>
      <AdminOnly>
        {(identity) => (
          <DeskShell identity={identity} current="users" title={usersTexts.title}>
            <UsersDashboard />
          </DeskShell>
        )}
      </AdminOnly>
    </QueryProvider>
  );
}
