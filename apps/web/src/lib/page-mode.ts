import { createContext, useContext } from "react";
import type { PageContext } from "./page-context.ts";

type Mode = PageContext["mode"];

/** Filled by the server's renderer only; the browser reads the finished document instead. */
export const PageModeContext = createContext<Mode | undefined>(undefined);

/** What names our own inline scripts on a page that is rendered for one request; nothing elsewhere. */
export const PageNonceContext = createContext<string | undefined>(undefined);

/** The value of `<html data-mode>`: undefined while prerendering, when the adapter puts it in. */
export function usePageMode(): string | undefined {
  const rendered = useContext(PageModeContext);
  return typeof document === "undefined" ? rendered : document.documentElement.dataset["mode"];
}
