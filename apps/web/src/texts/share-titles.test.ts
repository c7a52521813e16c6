import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { sharePicture, shareTitles, shareWords } from "./share-titles.ts";

const PUBLIC = path.resolve(import.meta.dirname, "../../public");

it("[A2.22] draws a picture for every page with a title for it, and for the site", () => {
  const pictures = ["/", ...Object.keys(shareTitles).map((name) => `/${name}`)].map(sharePicture);
  expect(new Set(pictures).size).toBe(pictures.length);
  for (const picture of pictures) expect(existsSync(path.join(PUBLIC, picture)), picture).toBe(true);
});

it("[A2.22] gives a document and an article the picture of their kind, whatever the query", () => {
  expect(sharePicture("/legal/terms")).toBe("/share/legal.png");
  expect(sharePicture("/research/costs?from=mail")).toBe("/share/research.png");
  expect(shareWords("/legal/refund")).toBe("The small print, in plain words");
});
