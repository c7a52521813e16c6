/** One line of our server's sanitised HTML: bold, italic and code, no links. */
export function InlineProse({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only the server's sanitised HTML comes here
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}
