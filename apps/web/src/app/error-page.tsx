import { brand } from "@vriddhi/core/site/brand";
import { isRouteErrorResponse } from "react-router";
import { errorTexts } from "../texts/site.texts.ts";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";

/** Shown when a page fails. It uses no frame, because the frame itself may have failed. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" className="page-width grid min-h-dvh content-center justify-items-start gap-8 py-16">
      <Logo />
      <div className="grid max-w-xl gap-4">
        <h1 className="text-3xl font-semibold">{isMissing ? errorTexts.missingTitle : errorTexts.title}</h1>
        <p className="text-lg text-muted">{isMissing ? errorTexts.missingBody : errorTexts.body}</p>
        {import.meta.env.DEV && error instanceof Error && (
          <pre className="overflow-x-auto rounded-md bg-surface p-4 text-xs whitespace-pre-wrap">{error.stack}</pre>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {!isMissing && (
          <Button variant="primary" onClick={() => location.reload()}>
            {errorTexts.retry}
          </Button>
        )}
        {/* A plain link: it reloads the page instead of trusting the application that just failed. */}
        <Button asChild variant={isMissing ? "primary" : "secondary"}>
          <a href="/">{errorTexts.home}</a>
        </Button>
      </div>
      <a className="text-sm text-muted underline underline-offset-4" href={`mailto:${brand.supportEmail}`}>
        {brand.supportEmail}
      </a>
    </main>
  );
}
