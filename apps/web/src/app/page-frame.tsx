import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { siteTexts } from "../texts/site.texts.ts";
import { frameFor } from "./frame-rules.ts";
import { HeaderBar } from "./header-bar.tsx";
import { PageTransition } from "./page-transition.tsx";
import { SiteFooter } from "./site-footer.tsx";

export function PageFrame({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const { hasHeader, hasFooter, hasOwnMain } = frameFor(pathname);
  const page = <PageTransition pageKey={pathname}>{children}</PageTransition>;
  return (
    <>
      <a href="#main" className="skip-link">
        {siteTexts.skipToContent}
      </a>
      {hasHeader && (
        <header className="site-header">
          <HeaderBar />
        </header>
      )}
      {hasOwnMain ? (
        page
      ) : (
        <main id="main" className={hasHeader ? "pt-18" : undefined}>
          {page}
        </main>
      )}
      {hasFooter && <SiteFooter />}
    </>
  );
}
