import { GoogleCallbackPage } from "../features/google/google-callback-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () => [
  // The address carries a code on arrival: no request of this page may name it, so this comes before the first of them.
  { name: "referrer", content: "no-referrer" },
  ...pageMeta({
    title: "Google sign-in",
    description: "This page finishes a sign-in with Google and opens your dashboard or the algorithm page.",
    keywords: ["Google sign-in", "login"],
    path: "/google/callback",
    isPrivate: true,
  }),
];

export default function GoogleCallback() {
  return <GoogleCallbackPage />;
}
