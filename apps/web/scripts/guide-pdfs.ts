import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { guides } from "./guide-text.ts";
import { toPdf } from "./text-pdf.ts";

/** Writes public/guides/*.pdf. Run it after a change of guide-text.ts: `node scripts/guide-pdfs.ts`. */
const folder = path.resolve(import.meta.dirname, "../public/guides");
mkdirSync(folder, { recursive: true });
for (const guide of guides) writeFileSync(path.join(folder, `${guide.file}.pdf`), toPdf(guide));
