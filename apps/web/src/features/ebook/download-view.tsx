import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { ebookTexts } from "./ebook.texts.ts";
import type { EbookPurchase, EbookPurchaseControls } from "./use-ebook-purchase.ts";

type Opened = Exclude<EbookPurchase, { kind: "idle" | "processing" }>;

interface DownloadViewProps extends Pick<EbookPurchaseControls, "open" | "forget"> {
  purchase: Opened;
  cover: ReactNode;
}

function Bought({ purchase, forget }: { purchase: Extract<Opened, { kind: "bought" }>; forget(): void }) {
  return (
    <>
      <ViewHeading title={ebookTexts.ready} lead={ebookTexts.readyLead} takesFocus />
      <Button asChild variant="primary" size="lg" className="w-full sm:w-auto">
        <a href={purchase.downloadUrl} download>
          <Download className="size-5" aria-hidden="true" />
          {ebookTexts.download}
        </a>
      </Button>
      <div className="grid gap-1 text-sm text-muted">
        <p>{ebookTexts.mailed}</p>
        {purchase.expiresAt !== null && <p>{ebookTexts.expires(formatIstDateTime(instantOf(purchase.expiresAt)))}</p>}
      </div>
      <div className="w-full border-t border-line pt-4">
        <Button variant="ghost" size="sm" className="-ml-3.5" onClick={forget}>
          {ebookTexts.forget}
        </Button>
      </div>
    </>
  );
}

function Content({ purchase, open, forget }: Omit<DownloadViewProps, "cover">) {
  switch (purchase.kind) {
    case "bought":
      return <Bought purchase={purchase} forget={forget} />;
    case "opening":
      return (
        <LoadingRegion label={ebookTexts.loading}>
          <div className="grid gap-4">
            <Skeleton className="h-9 w-2/3" />
            <Skeleton className="h-6 w-full" />
            <Skeleton className="h-13 w-56 rounded-md" />
          </div>
        </LoadingRegion>
      );
    case "pending":
      return <ViewHeading title={ebookTexts.pending} lead={ebookTexts.pendingLead} takesFocus />;
    case "link_failed":
      return (
        <>
          <ViewHeading title={ebookTexts.linkFailed} lead={ebookTexts.linkFailedLead} takesFocus />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" onClick={() => void open(purchase.proof)}>
              {ebookTexts.retry}
            </Button>
            <Button asChild>
              <Link to="/support">{ebookTexts.support}</Link>
            </Button>
          </div>
        </>
      );
  }
}

export function DownloadView({ cover, ...content }: DownloadViewProps) {
  return (
    <>
      <div className="page-width flex h-18 items-center">
        <Link to="/" className="flex h-11 items-center rounded-md" aria-label={ebookTexts.home}>
          <Logo />
        </Link>
      </div>
      <section className="page-width grid min-h-[70dvh] content-center items-center gap-10 pt-4 pb-20 md:grid-cols-[minmax(0,4fr)_minmax(0,6fr)] md:gap-16">
        {cover}
        <div className="grid content-start justify-items-start gap-6">
          <Content {...content} />
        </div>
      </section>
    </>
  );
}
