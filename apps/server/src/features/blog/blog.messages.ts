import type { Messages } from "../../platform/http/handler.ts";

export const blogMessages: Messages<"post_unknown" | "post_changed" | "blog_away"> = {
  post_unknown: "Research Article Not Found",
  post_changed: "This article was changed since you opened it. Copy your text, reload the article and try again.",
  blog_away: "The blog's store does not answer. Nothing was changed; please try again in a minute.",
};

export const DELETED = "Blog deleted successfully";
