import { createContext } from "react-router";

/** What the server knows about one page request. Null while pages are prerendered. */
export interface PageContext {
  readonly nonce: string;
  readonly mode: "sandbox" | "live";
}

export const pageContext = createContext<PageContext | null>(null);
