import { Link } from "react-router";
import { RequireRole } from "../features/access/require-role.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Newsletter desk",
    description: "Write, edit and search the newsletter posts that are kept in this browser, for blog administrators.",
    keywords: ["newsletter", "editor"],
    path: "/newsletter/admin",
    isPrivate: true,
  });

export default function NewsletterAdmin() {
  return (
    <RequireRole roles={["blog_admin"]} loginPath="/blog-admin/login">
      <NoticePage
        title="Newsletter desk"
        action={
          <Button asChild>
            <Link to="/newsletter">Newsletter</Link>
          </Button>
        }
      >
        The newsletter desk opens here soon.
      </NoticePage>
    </RequireRole>
  );
}
