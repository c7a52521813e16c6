import { type ReactNode, useEffect, useState } from "react";
import { Redirect } from "../../ui/redirect.tsx";

/** The document says which mode serves it; it is asked in the browser, because the prerendered page does not know. */
export function SandboxOnly({ children }: { children: ReactNode }) {
  const [mode, setMode] = useState<string | null>(null);
  useEffect(() => setMode(document.documentElement.dataset["mode"] ?? "live"), []);
  if (mode === null) return <div className="full-page" />;
  return mode === "sandbox" ? children : <Redirect to="/" />;
}
