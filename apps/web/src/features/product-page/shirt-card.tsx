import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { productTexts } from "./product-page.texts.ts";

function Shirt() {
  return (
    <svg viewBox="0 0 120 112" className="h-32 w-auto" fill="none" aria-hidden="true">
      <path
        d="M42 8 14 20 4 48l18 8 6-10v58h64V46l6 10 18-8-10-28L78 8c-4 8-10 12-18 12S46 16 42 8Z"
        className="fill-raised stroke-line-strong"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path d="m38 74 12-8 9 5 12-14 11-4" className="stroke-accent" strokeWidth="2.5" strokeLinejoin="round" />
    </svg>
  );
}

export function ShirtCard() {
  return (
    <Card className="grid items-center gap-6 p-6 sm:grid-cols-[auto_1fr_auto] sm:gap-8 sm:p-8">
      <Shirt />
      <div className="grid gap-2">
        <h3 className="text-lg font-semibold">{productTexts.shirt}</h3>
        <p className="text-muted">{productTexts.shirtBody}</p>
      </div>
      <Button disabled>{productTexts.outOfStock}</Button>
    </Card>
  );
}
