// node apps/server/src/testing/write-mail-gallery.ts FOLDER: writes every kind of mail as a page.
import fs from "node:fs";
import path from "node:path";
import { brand } from "@vriddhi/core/site/brand";
import { mailGallery } from "./mail-gallery.ts";

const [folder = "shots/mails"] = process.argv.slice(2);
fs.mkdirSync(folder, { recursive: true });
for (const [name, { html, text }] of Object.entries(mailGallery(new URL(brand.canonicalOrigin)))) {
  fs.writeFileSync(path.join(folder, `${name}.html`), html);
  fs.writeFileSync(path.join(folder, `${name}.txt`), text);
}
