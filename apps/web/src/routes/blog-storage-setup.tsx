import { RequireBlogAdmin } from "../features/blog-admin/require-blog-admin.tsx";
import { SetupPage } from "../features/blog-setup/setup-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { ThemedPage } from "../ui/theme.tsx";

export const meta = () =>
  pageMeta({
    title: "Blog storage setup",
    description:
      "Checks and sets up the image storage of the research blog, with its policies, for blog administrators.",
    keywords: ["blog storage", "setup"],
    path: "/blog-storage-setup",
    isPrivate: true,
  });

export default function BlogStorageSetup() {
  return (
    <ThemedPage>
      <RequireBlogAdmin offers="both">
        <SetupPage part="storage" />
      </RequireBlogAdmin>
    </ThemedPage>
  );
}
