import { Link } from "react-router";
import { AdminOnly } from "../features/access/admin-only.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Admin dashboard",
    description:
      "All users with their subscription state, filtered by subscribed and non-subscribed, for administrators.",
    keywords: ["admin dashboard", "users"],
    path: "/admin/dashboard",
    isPrivate: true,
  });

export default function AdminDashboard() {
  return (
    <AdminOnly>
      <NoticePage
        title="Admin dashboard"
        action={
          <Button asChild>
            <Link to="/">Home</Link>
          </Button>
        }
      >
        The list of users opens here soon.
      </NoticePage>
    </AdminOnly>
  );
}
