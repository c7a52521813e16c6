import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts } from "react-router";
import { Arrival } from "./app/arrival.tsx";
import { ErrorPage } from "./app/error-page.tsx";
import { OfflineNotice } from "./app/offline-notice.tsx";
import { PageFrame } from "./app/page-frame.tsx";
import { PageProgress } from "./app/page-progress.tsx";
import { ProofSlot } from "./app/proof-slot.tsx";
import { QuietBoundary } from "./app/quiet-boundary.tsx";
import { SandboxSlot } from "./app/sandbox-slot.tsx";
import { usePageMode } from "./lib/page-mode.ts";
import { SessionProvider } from "./lib/session.tsx";
import { siteTexts } from "./texts/site.texts.ts";
import { showToast, ToastHost } from "./ui/toast.tsx";
import "./app.css";
import "./app/frame.css";

export const links = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** The document itself. Mode and extensions of the browser write attributes on it, hence the suppressed warning. */
export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" data-mode={usePageMode()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#070b14" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

const sayThatSubscriptionIsUnknown = () => showToast("error", siteTexts.subscriptionCheckFailed);

export default function App() {
  return (
    <SessionProvider onSubscriptionFault={sayThatSubscriptionIsUnknown}>
      <PageProgress />
      <PageFrame>
        <Outlet />
      </PageFrame>
      <Arrival />
      <OfflineNotice />
      <ProofSlot />
      <SandboxSlot />
      <QuietBoundary>
        <ToastHost />
      </QuietBoundary>
    </SessionProvider>
  );
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <ErrorPage error={error} />;
}
