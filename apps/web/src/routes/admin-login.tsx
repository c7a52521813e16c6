import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Admin login",
    description: "Sign-in for administrators who watch over users, their broker links and their subscriptions.",
    keywords: ["admin", "login"],
    path: "/admin/login",
    isPrivate: true,
  });

export default function AdminLogin() {
  return (
    <NoticePage
      title="Admin login"
      action={
        <Button asChild>
          <Link to="/">Home</Link>
        </Button>
      }
    >
      The admin sign-in opens here soon.
    </NoticePage>
  );
}
