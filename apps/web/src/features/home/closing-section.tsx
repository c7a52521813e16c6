import type { ReactNode } from "react";
import { Link } from "react-router";
import { homeTexts } from "../../texts/home.texts.ts";
import { Button } from "../../ui/button.tsx";
import { posters } from "./film-files.ts";

const WIDE_POSTER = posters[1].webp;
const { closing } = homeTexts;

function Invitation() {
  return (
    <div className="home-invitation">
      <img src={WIDE_POSTER} alt="" width={1920} height={1080} loading="lazy" decoding="async" />
      <h2 className="text-4xl font-semibold">{closing.title}</h2>
      <p className="max-w-xl text-lg text-muted">{closing.lead}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:*:w-full">
        <Button asChild variant="primary" size="lg">
          <Link to="/free-trial" prefetch="intent">
            {closing.start}
          </Link>
        </Button>
        <Button asChild variant="secondary" size="lg">
          <Link to="/subscription-plans" prefetch="intent">
            {closing.plans}
          </Link>
        </Button>
      </div>
    </div>
  );
}

/** A2.24: the last section is in the footer's place, and has a footer's content. */
export function ClosingSection({ footer }: { readonly footer: ReactNode }) {
  return (
    <footer id="closing" className="home-closing">
      <Invitation />
      {footer}
    </footer>
  );
}
