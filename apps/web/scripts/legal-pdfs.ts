import { writeFileSync } from "node:fs";
import path from "node:path";
import { legalDocuments } from "./legal-text.ts";
import { toPdf } from "./text-pdf.ts";

/** Writes public/legal/*.pdf. Run it after a change of legal-text.ts: `node scripts/legal-pdfs.ts`. */
const folder = path.resolve(import.meta.dirname, "../public/legal");
for (const document of legalDocuments) writeFileSync(path.join(folder, `${document.file}.pdf`), toPdf(document));
