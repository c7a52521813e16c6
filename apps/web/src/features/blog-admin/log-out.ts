import { api } from "../../lib/api.ts";
import { blogToken, forgetBlogToken } from "../../lib/blog-admin-session.ts";
import { showToast } from "../../ui/toast.tsx";
import { blogAdminTexts as texts } from "./blog-admin.texts.ts";

/** C4.2, C8.2: always removes the stored session; reports a token that the server could not end. */
export async function logOutOfBlog(): Promise<void> {
  const bearer = blogToken();
  forgetBlogToken();
  try {
    if (bearer !== null) await api("POST", "/api/logout", { bearer });
    showToast("success", texts.loggedOut);
  } catch {
    showToast("error", texts.logoutFailed);
  }
}
