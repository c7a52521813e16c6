import type { ReactNode } from "react";
import { BrandPanel } from "./brand-panel.tsx";
import "./auth-screen.css";

/** Every page about getting in: what there is to do, and beside it whom one deals with. */
export function AuthFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="auth-screen">
      <div className="auth-form">{children}</div>
      <BrandPanel />
    </div>
  );
}
