import { Link } from "react-router";
import { RequireRole } from "../features/access/require-role.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

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
    <RequireRole roles={["admin"]} loginPath="/secret">
      <NoticePage
        title="Back office"
        action={
          <Button asChild>
            <Link to="/">Home</Link>
          </Button>
        }
      >
        The back office opens here soon.
      </NoticePage>
    </RequireRole>
  );
}
