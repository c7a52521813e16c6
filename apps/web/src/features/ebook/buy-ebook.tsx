import CircleAlert from "lucide-react/icons/circle-alert";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ebookTexts } from "./ebook.texts.ts";
import type { EbookPurchaseControls } from "./use-ebook-purchase.ts";

export function BuyEbook({ purchase, buy }: Pick<EbookPurchaseControls, "purchase" | "buy">) {
  const isBusy = purchase.kind === "processing";
  const error = purchase.kind === "idle" ? purchase.error : null;
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="primary" size="lg" className="w-full sm:w-auto sm:min-w-56" onClick={() => void buy()}>
        {isBusy && <Spinner />}
        {isBusy ? ebookTexts.processing : ebookTexts.buyNow}
      </Button>
      <div role="alert">
        {error !== null && (
          <p className="flex items-start gap-2 text-sm font-medium text-danger">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {error}
          </p>
        )}
      </div>
      <p className="text-sm text-muted">{ebookTexts.payWith}</p>
    </div>
  );
}
