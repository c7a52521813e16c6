import { RequireBlogAdmin } from "../features/blog-admin/require-blog-admin.tsx";
import { BackendTestPage } from "../features/blog-setup/backend-test-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { ThemedPage } from "../ui/theme.tsx";

export const meta = () =>
  pageMeta({
    title: "Backend test",
    description:
      "A developer's page that tries the article table, the image storage and the sign-in of the blog's backend.",
    keywords: ["backend test", "developer"],
    path: "/supabase-test",
    isPrivate: true,
  });

export default function SupabaseTest() {
  return (
    <ThemedPage>
      <RequireBlogAdmin offers="both">
        <BackendTestPage />
      </RequireBlogAdmin>
    </ThemedPage>
  );
}
