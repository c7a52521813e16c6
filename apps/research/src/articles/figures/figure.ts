import { type Frame, INK, NARROW, WIDE } from "./kit.ts";

export interface Figure {
  readonly name: string;
  readonly alt: string;
  draw(frame: Frame): string;
}

const FONT = "'Inter Variable',Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
/** The width in CSS pixels at which the picture of telephones takes over. */
const NARROW_UNTIL = 520;

const open = (width: number, height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}">`;

/** One file for both sizes: its media query asks for the picture's own width. Without styles the wide drawing shows. */
export function renderFigure(figure: Figure): string {
  const { width, height } = WIDE;
  return [
    open(width, height),
    `<title>${figure.name.replaceAll("-", " ")}</title>`,
    `<style>text{font-variant-numeric:tabular-nums}@media(max-width:${NARROW_UNTIL}px){.w{display:none}.n{display:inline}}</style>`,
    `<rect width="${width}" height="${height}" rx="14" fill="${INK.ground}"/>`,
    `<g class="w">${figure.draw(WIDE)}</g>`,
    `<g class="n" display="none" transform="scale(${width / NARROW.width})">${figure.draw(NARROW)}</g>`,
    "</svg>\n",
  ].join("\n");
}

/** The same marks without a word, for cards and for pages that link to the article. */
export function renderShare(figure: Figure, frame: Frame): string {
  return [
    open(frame.width, frame.height),
    `<rect width="${frame.width}" height="${frame.height}" fill="${INK.ground}"/>`,
    figure.draw(frame),
    "</svg>\n",
  ].join("\n");
}
