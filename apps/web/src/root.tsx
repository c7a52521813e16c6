import { type ReactNode, useEffect } from "react";
import { Links, Meta, Outlet, Scripts } from "react-router";
import { AddressCheck } from "./app/address-check.ts";
import { Arrival } from "./app/arrival.tsx";
import { DobSlot } from "./app/dob-slot.tsx";
import { ErrorPage } from "./app/error-page.tsx";
import { PAGE_READY } from "./app/late-start.ts";
import { announceLostAddress } from "./app/lost-address.ts";
import { OfflineNotice } from "./app/offline-notice.tsx";
import { PageFrame } from "./app/page-frame.tsx";
import { PageProgress } from "./app/page-progress.tsx";
import { ProofSlot } from "./app/proof-slot.tsx";
import { QuietBoundary } from "./app/quiet-boundary.tsx";
import { SandboxSlot } from "./app/sandbox-slot.tsx";
import { usePageMode } from "./lib/page-mode.ts";
import { registerServiceWorker } from "./lib/service-worker.ts";
import { SessionProvider } from "./lib/session.tsx";
import { siteOrigin } from "./lib/site-origin.ts";
import { siteTexts } from "./texts/site.texts.ts";
import { showToast, ToastHost } from "./ui/toast.tsx";
import "./app.css";
import "./app/frame.css";

export const links = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** The document. Mode and browser extensions write attributes on it, hence the suppressed warning. */
export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" data-mode={usePageMode()} data-origin={siteOrigin()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#070b14" />
        {/* Before the style sheet has loaded the browser's empty page is dark too. */}
        <meta name="color-scheme" content="dark" />
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
  useEffect(() => {
    document.dispatchEvent(new Event(PAGE_READY));
    announceLostAddress();
  }, []);
  useEffect(registerServiceWorker, []);
  return (
    <SessionProvider onSubscriptionFault={sayThatSubscriptionIsUnknown}>
      <PageProgress />
      <PageFrame>
        <Outlet />
      </PageFrame>
      <Arrival />
      <OfflineNotice />
      <ProofSlot />
      <DobSlot />
      <AddressCheck />
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
