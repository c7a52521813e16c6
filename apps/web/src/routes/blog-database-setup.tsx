import { Link } from "react-router";
import { RequireRole } from "../features/access/require-role.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Blog database setup",
    description:
      "Checks and sets up the article table of the research blog, with its policies, for blog administrators.",
    keywords: ["blog database", "setup"],
    path: "/blog-database-setup",
    isPrivate: true,
  });

export default function BlogDatabaseSetup() {
  return (
    <RequireRole roles={["admin", "blog_admin"]} loginPath="/blog-admin/login">
      <NoticePage
        title="Blog database setup"
        action={
          <Button asChild>
            <Link to="/research">Research</Link>
          </Button>
        }
      >
        The database checks open here soon.
      </NoticePage>
    </RequireRole>
  );
}
