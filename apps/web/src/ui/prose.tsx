import { classNames } from "./class-names.ts";
import "./prose.css";

/** Shows HTML that our server rendered from markdown: it allows what prose needs, and no scripts. */
export function Prose({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only the server's sanitised HTML comes here
  return <div className={classNames("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
