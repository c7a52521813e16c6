import { NewsletterDesk } from "../features/newsletter/newsletter-desk.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { ThemedPage } from "../ui/theme.tsx";

export const meta = () =>
  pageMeta({
    title: "Newsletter desk",
    description: "Write, edit and search the newsletter posts that are kept in this browser and nowhere else.",
    keywords: ["newsletter", "editor"],
    path: "/newsletter/admin",
    isPrivate: true,
  });

/** C2.33: data of this browser needs no role. */
export default function NewsletterAdmin() {
  return (
    <ThemedPage>
      <NewsletterDesk />
    </ThemedPage>
  );
}
