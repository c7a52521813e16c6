import type { ReactNode } from "react";
import { BuyEbook } from "./buy-ebook.tsx";
import { DownloadView } from "./download-view.tsx";
import { useEbookPurchase } from "./use-ebook-purchase.ts";

interface EbookStoreProps {
  cover: ReactNode;
  offer(buy: ReactNode): ReactNode;
}

export function EbookStore({ cover, offer }: EbookStoreProps) {
  const { purchase, buy, open, forget } = useEbookPurchase();
  if (purchase.kind === "idle" || purchase.kind === "processing") {
    return offer(<BuyEbook purchase={purchase} buy={buy} />);
  }
  return <DownloadView purchase={purchase} cover={cover} open={open} forget={forget} />;
}
