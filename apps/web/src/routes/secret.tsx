import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Back office login",
    description: "Sign-in for the operator who places bulk orders and watches the broker status of every user.",
    keywords: ["back office", "login"],
    path: "/secret",
    isPrivate: true,
  });

export default function Secret() {
  return (
    <NoticePage
      title="Back office login"
      action={
        <Button asChild>
          <Link to="/">Home</Link>
        </Button>
      }
    >
      The back office sign-in opens here soon.
    </NoticePage>
  );
}
