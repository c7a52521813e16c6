import { NewsletterPage } from "../features/newsletter/newsletter-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { ThemedPage } from "../ui/theme.tsx";

export const meta = () =>
  pageMeta({
    title: "Newsletter",
    description: "Market notes, IPO news and trading ideas for retail traders in India, collected in our newsletter.",
    keywords: ["newsletter", "IPO news", "market analysis"],
    path: "/newsletter",
  });

export default function Newsletter() {
  return (
    <ThemedPage>
      <NewsletterPage />
    </ThemedPage>
  );
}
