import { AuthFrame } from "../features/account/auth-frame.tsx";
import { RecoveryPage } from "../features/recovery/recovery-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

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
    <AuthFrame>
      <RecoveryPage />
    </AuthFrame>
  );
}
