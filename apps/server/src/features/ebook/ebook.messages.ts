import type { Messages } from "../../platform/http/handler.ts";

export const ebookMessages: Messages<"link_wrong" | "link_expired"> = {
  link_wrong: "This download address is not complete. Please copy the whole address from your mail.",
  link_expired: "This download address has expired. Open the page where you bought the e-book to get a new one.",
};
