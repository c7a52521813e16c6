import { createContext, useContext } from "react";
import type { PageContext } from "./page-context.ts";

type Mode = PageContext["mode"];

/** Set by the server's renderer only; the browser reads the finished document instead. */
export const PageModeContext = createContext<Mode | undefined>(undefined);

/** The nonce of our inline scripts on a page that is rendered per request; nothing elsewhere. */
export const PageNonceContext = createContext<string | undefined>(undefined);

/** The value of `<html data-mode>`: `undefined` during prerendering, when the adapter fills it in. */
export function usePageMode(): string | undefined {
  const rendered = useContext(PageModeContext);
  return typeof document === "undefined" ? rendered : document.documentElement.dataset["mode"];
}
