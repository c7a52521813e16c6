import { toSlug } from "@vriddhi/core/blog/slug";
import type { Element, ElementContent, Root, RootContent } from "hast";
import type { Heading } from "./rendered.ts";

type Parent = Root | Element;
type Node = RootContent | ElementContent;

const textOf = (node: Node): string =>
  node.type === "text" ? node.value : node.type === "element" ? node.children.map(textOf).join("") : "";

const isElement = (node: Node): node is Element => node.type === "element";

/** Children before parents, so that a new wrapper is not visited again. */
function eachElement(parent: Parent, visit: (element: Element, holder: Parent, at: number) => void): void {
  for (let at = parent.children.length - 1; at >= 0; at -= 1) {
    const child = parent.children[at];
    if (child === undefined || !isElement(child)) continue;
    eachElement(child, visit);
    visit(child, parent, at);
  }
}

const OWN_PICTURE = /^\/(blog-images|research-figures)\/[A-Za-z0-9._-]+$/;

/** Every drawing of our own articles has this size, which avoids layout shifts. */
const OWN_DRAWING = /^\/research-figures\/[A-Za-z0-9._-]+\.svg$/;
const DRAWING_SIZE = { width: 1_000, height: 750 } as const;

/** Pages load images from their own site only, so a foreign one becomes a link. */
function settlePicture(element: Element, holder: Parent, at: number): void {
  const { src, alt } = element.properties;
  if (typeof src === "string" && OWN_PICTURE.test(src)) {
    Object.assign(element.properties, { loading: "lazy", decoding: "async", alt: alt ?? "" });
    if (OWN_DRAWING.test(src)) Object.assign(element.properties, DRAWING_SIZE);
    return;
  }
  const words = typeof alt === "string" && alt !== "" ? alt : "picture";
  const text: ElementContent = { type: "text", value: words };
  const isAddress = typeof src === "string" && /^https?:\/\//i.test(src);
  const link: Element = { type: "element", tagName: "a", properties: { href: src, rel: OUTSIDE }, children: [text] };
  holder.children[at] = isAddress ? link : text;
}

const OUTSIDE = ["noopener", "noreferrer"];

/** Wide tables scroll in a frame that the keyboard reaches too. */
function frameTable(element: Element, holder: Parent, at: number): void {
  const properties = { className: ["table-frame"], tabIndex: 0, role: "region", ariaLabel: "Table" };
  holder.children[at] = { type: "element", tagName: "div", properties, children: [element] };
}

const tidy: Readonly<Record<string, (element: Element, holder: Parent, at: number) => void>> = {
  img: settlePicture,
  table: frameTable,
  // The page's own title is the only h1.
  h1(element) {
    element.tagName = "h2";
  },
  a({ properties }) {
    if (typeof properties["href"] === "string" && /^https?:\/\//i.test(properties["href"])) properties["rel"] = OUTSIDE;
  },
};

export function shapeArticle() {
  return (tree: Root): void => eachElement(tree, (element, holder, at) => tidy[element.tagName]?.(element, holder, at));
}

function headingNames(): (text: string) => string {
  const taken = new Map<string, number>();
  return (text) => {
    const base = `s-${toSlug(text).slice(0, 80).replace(/^-$/, "") || "section"}`;
    const count = (taken.get(base) ?? 0) + 1;
    taken.set(base, count);
    return count === 1 ? base : `${base}-${count}`;
  };
}

const isNameless = ({ tagName, properties }: Element): boolean =>
  /^h[23]$/.test(tagName) && properties["id"] === undefined;

export function nameHeadings(headings: Heading[]) {
  const nameOf = headingNames();
  return () =>
    (tree: Root): void => {
      const found: Element[] = [];
      eachElement(tree, (element) => {
        if (isNameless(element)) found.unshift(element);
      });
      for (const element of found) {
        const text = textOf(element).trim();
        const id = nameOf(text);
        element.properties["id"] = id;
        headings.push({ id, text, level: element.tagName === "h2" ? 2 : 3 });
      }
    };
}

/** Formulas as MathML: no style, font or script. Annotations for other programs are removed. */
export function plainMath(found: { hasMath: boolean }) {
  return () =>
    (tree: Root): void =>
      eachElement(tree, (element, holder, at) => {
        if (element.tagName === "math") found.hasMath = true;
        if (element.tagName === "annotation") holder.children.splice(at, 1);
        const { style: _style, ...kept } = element.properties;
        element.properties = kept;
      });
}
