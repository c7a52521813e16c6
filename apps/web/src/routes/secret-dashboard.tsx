import { RequireAdmin } from "../features/access/require-admin.tsx";
import { BackOfficePage } from "../features/desk/desk-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { DeskShell } from "./desk-parts.tsx";

export const meta = () =>
  pageMeta({
    title: "Back office",
    description: "Bulk orders, scheduled orders, active capital and the broker status of every user, for the operator.",
    keywords: ["back office", "bulk orders"],
    path: "/secret/dashboard",
    isPrivate: true,
  });

export default function SecretDashboard() {
  return (
    <QueryProvider>
      <RequireAdmin>
        {(identity) => (
          <DeskShell identity={identity} current="desk">
            <BackOfficePage canAct={identity.role === "admin"} />
          </DeskShell>
        )}
      </RequireAdmin>
    </QueryProvider>
  );
}
