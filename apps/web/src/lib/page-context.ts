import { createContext } from "react-router";

/** What the server knows about one page request. Null while pages are prerendered. */
export interface PageContext {
  /** Null where no content security policy asks for one: in development. */
  readonly nonce: string | null;
  readonly mode: "sandbox" | "live";
  /** PUBLIC_URL: where the site is at home, whatever address was called. */
  readonly origin: string;
  /** A public GET of our own API, within the server's process. */
  ask(address: string): Promise<{ readonly status: number; readonly body: unknown }>;
}

export const pageContext = createContext<PageContext | null>(null);
