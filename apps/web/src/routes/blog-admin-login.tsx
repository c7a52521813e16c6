import { BlogAdminLogin as LoginForm } from "../features/blog-admin/blog-admin-login.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "Blog admin login",
    description: "Sign-in for the people who write, preview, publish and delete the research articles of this site.",
    keywords: ["blog admin", "login"],
    path: "/blog-admin/login",
    isPrivate: true,
  });

export default function BlogAdminLogin() {
  return <LoginForm />;
}
