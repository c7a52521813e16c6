import { type Outline, outlineOf } from "../../platform/pdf/outline.ts";
import { drawWord } from "../../platform/pdf/writing.ts";

type Doc = PDFKit.PDFDocument;

/** A text style; `leading` is the distance between lines. */
export interface Face {
  readonly font: string;
  readonly size: number;
  readonly colour: string;
  readonly leading: number;
}

/** Line breaking. The standard fonts have no rupee sign, so it is drawn; search and copy still find it. */
export interface Setting {
  widthOf(text: string, face: Face): number;
  linesOf(text: string, face: Face, width: number): readonly string[];
  drawLine(text: string, face: Face, x: number, y: number): void;
}

const RUPEE = "₹";
/** The baseline within a line, from its top. */
const BASELINE_EM = 0.77;
/** Next to the digits of the standard fonts. */
const RUPEE_GAP_EM = 0.04;

export async function createSetting(doc: Doc): Promise<Setting> {
  const rupee: Outline = await outlineOf(RUPEE);
  const rupeeWidth = ({ size }: Face): number => (rupee.width + RUPEE_GAP_EM) * size;

  function widthOf(text: string, face: Face): number {
    doc.font(face.font).fontSize(face.size);
    const parts = text.split(RUPEE);
    return parts.reduce((sum, part) => sum + doc.widthOfString(part), (parts.length - 1) * rupeeWidth(face));
  }

  function drawRupee({ size }: Face, x: number, y: number): void {
    doc.markContent("Span", { actual: RUPEE });
    drawWord(doc, rupee, x, y + BASELINE_EM * size, size);
    doc.endMarkedContent();
  }

  return {
    widthOf,
    linesOf(text, face, width) {
      const lines: string[] = [];
      let line = "";
      for (const word of text.split(/\s+/)) {
        const longer = line === "" ? word : `${line} ${word}`;
        if (line !== "" && widthOf(longer, face) > width) {
          lines.push(line);
          line = word;
        } else line = longer;
      }
      return line === "" ? lines : [...lines, line];
    },
    drawLine(text, face, x, y) {
      let pen = x;
      for (const [index, part] of text.split(RUPEE).entries()) {
        doc.font(face.font).fontSize(face.size).fillColor(face.colour);
        if (index > 0) {
          drawRupee(face, pen, y);
          pen += rupeeWidth(face);
        }
        if (part === "") continue;
        doc.text(part, pen, y, { lineBreak: false });
        pen += doc.widthOfString(part);
      }
    },
  };
}
