import { createContext } from "react-router";

/** What the server knows about one page request. Null while pages are prerendered. */
export interface PageContext {
  /** Null where no content security policy asks for one: in development. */
  readonly nonce: string | null;
  readonly mode: "sandbox" | "live";
}

export const pageContext = createContext<PageContext | null>(null);
