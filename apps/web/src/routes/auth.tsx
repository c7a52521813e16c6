import { AuthPage } from "../features/account/auth-page.tsx";
import { GoogleButton } from "../features/google/google-button.tsx";
import { PasskeyButton } from "../features/passkey/passkey-button.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "Log in or sign up",
    description:
      "Log in to your account or create one: name, email, date of birth and a password. No card and no broker login needed.",
    keywords: ["log in", "sign up", "account"],
    path: "/auth",
  });

export default function Auth() {
  return <AuthPage googleSlot={<GoogleButton />} passkeySlot={<PasskeyButton />} />;
}
