import { Link } from "react-router";
import { RequireRole } from "../features/access/require-role.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Blog storage setup",
    description:
      "Checks and sets up the image storage of the research blog, with its policies, for blog administrators.",
    keywords: ["blog storage", "setup"],
    path: "/blog-storage-setup",
    isPrivate: true,
  });

export default function BlogStorageSetup() {
  return (
    <RequireRole roles={["admin", "blog_admin"]} loginPath="/blog-admin/login">
      <NoticePage
        title="Blog storage setup"
        action={
          <Button asChild>
            <Link to="/research">Research</Link>
          </Button>
        }
      >
        The storage checks open here soon.
      </NoticePage>
    </RequireRole>
  );
}
