import { Link } from "react-router";
import { RequireRole } from "../features/access/require-role.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Blog desk",
    description:
      "The blog administrator's desk: write a new research article, manage published ones, set up the storage.",
    keywords: ["blog desk", "research"],
    path: "/dashboard/blog",
    isPrivate: true,
  });

export default function BlogHome() {
  return (
    <RequireRole roles={["blog_admin", "admin"]} loginPath="/blog-admin/login">
      <NoticePage
        title="Blog desk"
        action={
          <Button asChild>
            <Link to="/research">Research</Link>
          </Button>
        }
      >
        The writing desk opens here soon.
      </NoticePage>
    </RequireRole>
  );
}
