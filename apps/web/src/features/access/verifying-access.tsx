import type { ReactNode } from "react";
import { SpinnerWithText } from "../../ui/spinner.tsx";

export function VerifyingAccess({ children }: { children?: ReactNode }) {
  return (
    <main id="main" className="grid full-page place-items-center">
      <h1 className="sr-only">Back office</h1>
      <SpinnerWithText>Verifying access...</SpinnerWithText>
      {children}
    </main>
  );
}
