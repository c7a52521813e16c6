import type { ReactNode } from "react";
import { BrandPanel } from "./brand-panel.tsx";
import "./auth-screen.css";

/** The frame of every account page: the form, and the company's panel beside it. */
export function AuthFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="auth-screen">
      <div className="auth-form">{children}</div>
      <BrandPanel />
    </div>
  );
}
