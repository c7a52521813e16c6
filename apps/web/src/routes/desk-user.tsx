import { useParams } from "react-router";
import { RequireAdmin } from "../features/access/require-admin.tsx";
import { PersonThread } from "../features/desk-support/desk-support-page.tsx";
import { deskUserTexts } from "../features/desk-user/desk-user.texts.ts";
import { DeskUserPage } from "../features/desk-user/desk-user-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { DeskShell } from "./desk-parts.tsx";

export const meta = ({ params }: { params: { userId?: string } }) =>
  pageMeta({
    title: "User page",
    description: "One person at the desk: profile, plan, readiness, runs, orders, audit and the support thread.",
    keywords: ["user page", "back office"],
    path: `/secret/users/${params.userId ?? ""}`,
    isPrivate: true,
  });

export default function DeskUser() {
  const { userId = "" } = useParams();
  return (
    <QueryProvider>
      <RequireAdmin>
        {(identity) => {
          const canAct = identity.role === "admin";
          return (
            <DeskShell identity={identity} current="users" title={deskUserTexts.title}>
              <DeskUserPage
                key={userId}
                userId={userId}
                canAct={canAct}
                viewer={identity.username}
                thread={<PersonThread userId={userId} canAct={canAct} />}
              />
            </DeskShell>
          );
        }}
      </RequireAdmin>
    </QueryProvider>
  );
}
