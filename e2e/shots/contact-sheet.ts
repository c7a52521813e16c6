import type { Shot } from "./camera.ts";

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

const STYLE =
  "body{margin:0;padding:32px;background:#1b2130;color:#e8edf6;font:14px/1.5 system-ui}h1,h2{font-weight:600}section{margin:40px 0}div{display:flex;gap:16px;align-items:flex-start;overflow-x:auto}figure{margin:0;flex:none}img{display:block;height:420px;width:auto;border:1px solid #3a4663}figcaption{color:#9eabc2}.bad{color:#ff8a66}";

function toFigure({ file, width, scheme, faults }: Shot): string {
  const words = faults.map((fault) => `<p class="bad">${escapeHtml(fault)}</p>`).join("");
  const picture = `<a href="${file}"><img loading="lazy" src="${file}" alt="${width} px, ${scheme}"></a>`;
  return `<figure>${picture}<figcaption>${width} px, ${scheme}</figcaption>${words}</figure>`;
}

export function toContactSheet(shots: readonly Shot[]): string {
  const rows = Map.groupBy(shots, (shot) => shot.screen);
  const sections = [...rows].map(
    ([screen, taken]) =>
      `<section><h2>${escapeHtml(screen.name)}</h2><p>${escapeHtml(screen.path)} as ${screen.viewer}</p><div>${taken.map(toFigure).join("")}</div></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style><h1>Screens</h1>${sections.join("")}</html>`;
}
