import { createContext } from "react-router";

/** The server's facts about one page request. `null` during prerendering. */
export interface PageContext {
  /** `null` without a content security policy: in development. */
  readonly nonce: string | null;
  readonly mode: "sandbox" | "live";
  /** PUBLIC_URL: the site's public origin, whatever address was requested. */
  readonly origin: string;
  /** A public GET of our own API, within the server's process. */
  ask(address: string): Promise<{ readonly status: number; readonly body: unknown }>;
}

export const pageContext = createContext<PageContext | null>(null);
