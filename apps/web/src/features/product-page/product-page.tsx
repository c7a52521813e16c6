import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { riskDisclosure, type SiteClaims, serviceClaims, siteClaims } from "../../lib/site-claims.ts";
import { Button } from "../../ui/button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { SampleBadge } from "../../ui/sample-badge.tsx";
import { BookCover } from "./book-cover.tsx";
import { OfferTimer } from "./offer-timer.tsx";
import { PriceBlock } from "./price-block.tsx";
import { productTexts } from "./product-page.texts.ts";
import { ShirtCard } from "./shirt-card.tsx";

/** A2.18 hides the site's header here: one link home is enough. */
function TopBar() {
  return (
    <div className="page-width flex h-18 items-center justify-between">
      <Link to="/" className="flex h-11 items-center rounded-md" aria-label={productTexts.home}>
        <Logo />
      </Link>
    </div>
  );
}

function Offer({ buy }: { buy: ReactNode }) {
  return (
    <section className="page-width grid items-center gap-10 pt-4 pb-14 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:gap-16 md:pt-10 md:pb-20">
      <BookCover />
      <div className="grid gap-7">
        <div className="grid gap-4">
          <p className="text-sm font-semibold text-accent-text">{productTexts.eyebrow}</p>
          <h1 className="text-4xl font-semibold">{productTexts.title}</h1>
          <p className="max-w-[36ch] text-lg">{productTexts.subtitle}</p>
        </div>
        {/* On a phone price and button come first: they are in the first view. */}
        <p className="max-md:order-last max-w-[56ch] text-muted md:-mt-3">{productTexts.lead}</p>
        <PriceBlock />
        <div className="grid gap-5">
          {buy ?? (
            <div className="grid justify-items-start gap-2">
              <Button variant="primary" size="lg" className="w-full sm:w-auto sm:min-w-56" disabled>
                {productTexts.buyNow}
              </Button>
              <p className="text-sm text-muted">{productTexts.buySoon}</p>
            </div>
          )}
          <OfferTimer />
        </div>
      </div>
    </section>
  );
}

function Figure({ value, label, isClaim = false }: { value: string; label: string; isClaim?: boolean }) {
  return (
    <div className="grid content-start gap-1 text-center">
      <dd className="figures text-2xl font-semibold">{value}</dd>
      <dt className="order-2 flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-sm text-muted">
        {label}
        {isClaim && <SampleBadge />}
      </dt>
    </div>
  );
}

/** A2.49: readers and rating are claims; support is a promise. */
function Stats({ claims }: { claims: SiteClaims | null }) {
  return (
    <dl className="page-width grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-4 border-y border-line py-8">
      {claims && <Figure value={claims.ebookReaders} label={productTexts.statReaders} isClaim />}
      {claims && <Figure value={String(claims.ratings.ebook.value)} label={productTexts.statRating} isClaim />}
      <Figure value={serviceClaims.support} label={productTexts.statSupport} />
    </dl>
  );
}

function Learning() {
  return (
    <section className="page-width grid gap-10 py-14 md:py-20">
      <h2 className="text-3xl font-semibold">{productTexts.learnTitle}</h2>
      <ul className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        {productTexts.learn.map(({ title, body }) => (
          <li key={title} className="flex gap-4">
            <Check className="mt-1 size-5 shrink-0 text-accent-text" aria-hidden="true" />
            <div className="grid content-start gap-1">
              <h3 className="font-semibold">{title}</h3>
              <p className="text-muted">{body}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ProductPageProps {
  /** The buy button; disabled until payment is available. */
  buy?: ReactNode;
  legalLinks: ReactNode;
}

/** A2.13, A2.49: A2.18 hides header and footer here, so the page brings a way home, disclosure and legal links. */
export function ProductPage({ buy, legalLinks }: ProductPageProps) {
  return (
    <>
      <TopBar />
      {/* The book's glow is wider than a phone. */}
      <div className="overflow-x-clip">
        <Offer buy={buy} />
      </div>
      <Stats claims={siteClaims} />
      <Learning />
      <section className="page-width grid gap-6 pb-14 md:pb-20">
        <h2 className="text-xl font-semibold">{productTexts.moreTitle}</h2>
        <ShirtCard />
      </section>
      <section aria-label={productTexts.legal} className="border-t border-line">
        <div className="page-width grid gap-2 py-8 text-xs text-muted">
          <ul className="flex flex-wrap gap-x-6">{legalLinks}</ul>
          <p className="max-w-3xl">{riskDisclosure}</p>
          <p className="max-w-3xl">{productTexts.notAdvice}</p>
        </div>
      </section>
    </>
  );
}
