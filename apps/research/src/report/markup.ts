export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const names = head.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join("");
  const top = head.length === 0 ? "" : `<thead><tr>${names}</tr></thead>`;
  const lines = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`);
  return `<div class="scroll"><table>${top}<tbody>${lines.join("")}</tbody></table></div>`;
}

export const sectionOf = (title: string, body: string, note = ""): string =>
  `<section><h2>${escapeHtml(title)}</h2>${note === "" ? "" : `<p>${escapeHtml(note)}</p>`}${body}</section>`;

/** Colours follow the reader's preference; nothing is loaded and nothing runs. */
const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--faint:#d7dce2;--soft:#5b6570;--up:#0a7d4f;--down:#b3261e;--line:#1f5fbf}
@media(prefers-color-scheme:dark){:root{--ink:#e8ebee;--paper:#14171a;--faint:#333a41;--soft:#a3adb7;--up:#4cc38a;--down:#ff8a80;--line:#7db2ff}}
body{margin:0 auto;max-width:64rem;padding:1.5rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}p{color:var(--soft);margin:.25rem 0 .75rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}td,th{padding:.25rem .75rem .25rem 0;text-align:left;border-bottom:1px solid var(--faint);vertical-align:top}
td:not(:first-child),th:not(:first-child){text-align:right}.plain td:not(:first-child){text-align:left}
.scroll{overflow-x:auto}svg{width:100%;height:auto;display:block}svg text{fill:var(--soft);font:11px system-ui,sans-serif}
.axis{stroke:var(--faint)}.curve{fill:none;stroke:var(--line);stroke-width:1.5}.fall{fill:var(--down);opacity:.35}
.up{fill:var(--up)}.down{fill:var(--down)}.heat td{text-align:center;min-width:3.2rem}`;

export const pageOf = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(title)}</h1>${body}</body></html>
`;
