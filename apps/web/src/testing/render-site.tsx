import { cleanup, render } from "@testing-library/react";
import type { ComponentType } from "react";
import { createRoutesStub, Outlet, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { SessionProvider } from "../lib/session.tsx";
import { prepareDialogs } from "../ui/dialog.tsx";
import { forgetToasts, ToastHost } from "../ui/toast.tsx";

const setMark = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: in the product the server sets it
  document.cookie = value;
};

export const markSignedIn = () => setMark("signed_in=1; Path=/");

/** jsdom has no media queries and no modal dialogs: the minimum that our code needs. */
export function preparePageTests(): void {
  beforeAll(prepareDialogs);
  beforeEach(() => {
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      if (!this.open) return;
      this.open = false;
      this.dispatchEvent(new Event("close"));
    };
  });
  afterEach(() => {
    cleanup();
    forgetToasts();
    setMark("signed_in=; Max-Age=0; Path=/");
    localStorage.clear();
    sessionStorage.clear();
  });
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

interface SiteOptions {
  readonly at: string;
  readonly pages: Readonly<Record<string, ComponentType>>;
  readonly Frame?: ComponentType;
  readonly onSubscriptionFault?: () => void;
}

export function renderSite({ at, pages, Frame = Outlet, onSubscriptionFault = () => undefined }: SiteOptions) {
  const Root = () => (
    <SessionProvider onSubscriptionFault={onSubscriptionFault}>
      <Frame />
      <Address />
      <ToastHost />
    </SessionProvider>
  );
  const children = Object.entries(pages).map(([path, Component]) => ({ path, Component }));
  const Site = createRoutesStub([
    { path: "/", Component: Root, children: [...children, { path: "*", Component: () => null }] },
  ]);
  return render(<Site initialEntries={[at]} />);
}
