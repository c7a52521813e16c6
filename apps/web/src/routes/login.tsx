import { AuthPage } from "../features/account/auth-page.tsx";
import { GoogleButton } from "../features/google/google-button.tsx";
import { PasskeyButton } from "../features/passkey/passkey-button.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "Log in",
    description:
      "Log in to your account and continue where you were: broker connection, approvals, positions and subscription.",
    keywords: ["log in", "sign up", "account"],
    path: "/login",
  });

export default function Login() {
  return <AuthPage googleSlot={<GoogleButton />} passkeySlot={<PasskeyButton />} />;
}
