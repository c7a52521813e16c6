import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Blog admin login",
    description: "Sign-in for the people who write, preview, publish and delete the research articles of this site.",
    keywords: ["blog admin", "login"],
    path: "/blog-admin/login",
    isPrivate: true,
  });

export default function BlogAdminLogin() {
  return (
    <NoticePage
      title="Blog admin login"
      action={
        <Button asChild>
          <Link to="/research">Research</Link>
        </Button>
      }
    >
      The blog admin sign-in opens here soon.
    </NoticePage>
  );
}
