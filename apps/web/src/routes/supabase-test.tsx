import { Link } from "react-router";
import { RequireRole } from "../features/access/require-role.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Backend test",
    description:
      "A developer's page that tries the article table, the image storage and the sign-in of the blog's backend.",
    keywords: ["backend test", "developer"],
    path: "/supabase-test",
    isPrivate: true,
  });

export default function SupabaseTest() {
  return (
    <RequireRole roles={["admin", "blog_admin"]} loginPath="/blog-admin/login">
      <NoticePage
        title="Backend test"
        action={
          <Button asChild>
            <Link to="/research">Research</Link>
          </Button>
        }
      >
        The connection test opens here soon.
      </NoticePage>
    </RequireRole>
  );
}
