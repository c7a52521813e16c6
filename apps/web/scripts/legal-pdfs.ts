import { writeFileSync } from "node:fs";
import path from "node:path";
import { brand } from "@vriddhi/core/site/brand";
import { legalDocuments } from "../src/features/legal/legal.texts.ts";
import { toPdf } from "./text-pdf.ts";

/** Writes public/legal/*.pdf. Run it after a change of legal.texts.ts: `node scripts/legal-pdfs.ts`. */
const folder = path.resolve(import.meta.dirname, "../public/legal");
for (const { name, title, updatedOn, sections } of legalDocuments) {
  const head = { heading: brand.legalEntity, paragraphs: [`Updated on ${updatedOn}.`] };
  const pdf = toPdf({ title: `${brand.name}: ${title}`, sections: [head, ...sections] });
  writeFileSync(path.join(folder, `${name}.pdf`), pdf);
}
