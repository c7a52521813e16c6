import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Google sign-in",
    description: "This page finishes a sign-in with Google and leads you on to your dashboard or to the algorithm.",
    keywords: ["Google sign-in", "login"],
    path: "/google/callback",
    isPrivate: true,
  });

export default function GoogleCallback() {
  return (
    <NoticePage
      title="Sign in with Google"
      action={
        <Button asChild variant="primary">
          <Link to="/auth">Back to Login</Link>
        </Button>
      }
    >
      Signing in with Google opens here soon.
    </NoticePage>
  );
}
