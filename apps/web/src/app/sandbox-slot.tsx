import { lazy, Suspense, useEffect, useState } from "react";

const SandboxBar = lazy(async () => ({ default: (await import("./sandbox-bar.tsx")).SandboxBar }));

/** Only the document knows the mode, and only in sandbox mode is anything loaded or asked. */
export function SandboxSlot() {
  const [isSandbox, setSandbox] = useState(false);
  useEffect(() => setSandbox(document.documentElement.dataset["mode"] === "sandbox"), []);
  if (!isSandbox) return null;
  return (
    <Suspense>
      <SandboxBar />
    </Suspense>
  );
}
