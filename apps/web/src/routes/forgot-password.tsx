import { brand } from "@vriddhi/core/site/brand";
import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Forgot password",
    description: "Set a new password with a code that we send to the email address of your account. It takes a minute.",
    keywords: ["forgot password", "reset password"],
    path: "/forgot-password",
    isPrivate: true,
  });

export default function ForgotPassword() {
  return (
    <NoticePage
      title="Forgot password"
      action={
        <Button asChild variant="primary">
          <Link to="/auth">Back to Login</Link>
        </Button>
      }
    >
      You will set a new password here soon. Until then write to{" "}
      <a className="text-text underline underline-offset-4" href={`mailto:${brand.supportEmail}`}>
        {brand.supportEmail}
      </a>
      .
    </NoticePage>
  );
}
