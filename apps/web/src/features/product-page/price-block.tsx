import { EBOOK_LIST_PRICE, EBOOK_PRICE } from "@vriddhi/core/billing/plans";
import { formatPaise } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { ebookPercentOff, savedOnEbook } from "./ebook-offer.ts";
import { productTexts } from "./product-page.texts.ts";

export function PriceBlock() {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <p className="figures text-4xl font-semibold">
          <span className="sr-only">{productTexts.priceNow} </span>
          {formatPaise(EBOOK_PRICE)}
        </p>
        <p className="figures text-lg text-muted">
          <span className="sr-only">{productTexts.listPrice} </span>
          <s>{formatPaise(EBOOK_LIST_PRICE)}</s>
        </p>
        <span className="self-center">
          <Badge tone="accent">{productTexts.off(ebookPercentOff)}</Badge>
        </span>
      </div>
      <p className="text-sm text-muted">
        {productTexts.saves(formatPaise(savedOnEbook))}. {productTexts.taxes}
      </p>
    </div>
  );
}
