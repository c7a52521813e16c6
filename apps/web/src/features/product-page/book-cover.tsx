import { productTexts } from "./product-page.texts.ts";
import "./book-cover.css";

/** The picture is drawn by scripts/ebook-cover.ts; pages and spine are drawn here. */
export function BookCover() {
  return (
    <div className="book">
      <img
        src="/ebook-cover.webp"
        alt={productTexts.coverAlt}
        width={640}
        height={896}
        fetchPriority="high"
        className="book-cover"
      />
    </div>
  );
}
