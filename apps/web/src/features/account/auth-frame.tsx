import type { ReactNode } from "react";
import { BrandPanel } from "./brand-panel.tsx";
import "./auth-screen.css";

export function AuthFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="auth-screen">
      <div className="auth-form">{children}</div>
      <BrandPanel />
    </div>
  );
}
