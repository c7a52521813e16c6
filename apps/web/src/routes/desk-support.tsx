import { RequireAdmin } from "../features/access/require-admin.tsx";
import { deskSupportTexts } from "../features/desk-support/desk-support.texts.ts";
import { DeskSupportPage } from "../features/desk-support/desk-support-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { DeskShell } from "./desk-parts.tsx";

export const meta = () =>
  pageMeta({
    title: "Support desk",
    description: "Live conversations with people who wrote to support, with saved answers for common questions.",
    keywords: ["support desk", "back office"],
    path: "/secret/support",
    isPrivate: true,
  });

export default function DeskSupport() {
  return (
    <QueryProvider>
      <RequireAdmin>
        {(identity) => (
          <DeskShell identity={identity} current="support" title={deskSupportTexts.title}>
            <DeskSupportPage canAct={identity.role === "admin"} />
          </DeskShell>
        )}
      </RequireAdmin>
    </QueryProvider>
  );
}
