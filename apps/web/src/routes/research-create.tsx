import { Link } from "react-router";
import { RequireRole } from "../features/access/require-role.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Write an article",
    description: "Write, preview and publish a research article with pictures, for blog administrators of this site.",
    keywords: ["write article", "research"],
    path: "/research/create",
    isPrivate: true,
  });

export default function ResearchCreate() {
  return (
    <RequireRole roles={["blog_admin"]} loginPath="/blog-admin/login">
      <NoticePage
        title="Write an article"
        action={
          <Button asChild>
            <Link to="/research">Research</Link>
          </Button>
        }
      >
        The editor opens here soon.
      </NoticePage>
    </RequireRole>
  );
}
