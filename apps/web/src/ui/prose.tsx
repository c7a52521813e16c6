import { classNames } from "./class-names.ts";
import "./prose.css";

/** Shows HTML that our server made of markdown: it lets through what prose needs, and nothing that runs. */
export function Prose({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only the server's sanitised HTML comes here
  return <div className={classNames("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
