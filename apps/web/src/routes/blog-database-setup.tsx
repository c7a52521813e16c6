import { RequireBlogAdmin } from "../features/blog-admin/require-blog-admin.tsx";
import { SetupPage } from "../features/blog-setup/setup-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { ThemedPage } from "../ui/theme.tsx";

export const meta = () =>
  pageMeta({
    title: "Blog database setup",
    description:
      "Checks and sets up the article table of the research blog, with its policies, for blog administrators.",
    keywords: ["blog database", "setup"],
    path: "/blog-database-setup",
    isPrivate: true,
  });

export default function BlogDatabaseSetup() {
  return (
    <ThemedPage>
      <RequireBlogAdmin offers="both">
        <SetupPage part="database" />
      </RequireBlogAdmin>
    </ThemedPage>
  );
}
