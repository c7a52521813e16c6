import { type ReactNode, useEffect, useState } from "react";
import { Redirect } from "../../ui/redirect.tsx";

/** The document names the serving mode; it is read in the browser, because the prerendered page does not know it. */
export function SandboxOnly({ children }: { children: ReactNode }) {
  const [mode, setMode] = useState<string | null>(null);
  useEffect(() => setMode(document.documentElement.dataset["mode"] ?? "live"), []);
  if (mode === null) return <div className="full-page" />;
  return mode === "sandbox" ? children : <Redirect to="/" />;
}
