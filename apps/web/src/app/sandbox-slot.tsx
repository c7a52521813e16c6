import { type ComponentType, useEffect, useState } from "react";

/** The document names the mode; only in sandbox mode is anything loaded or requested. */
export function SandboxSlot() {
  const [Bar, setBar] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (document.documentElement.dataset["mode"] !== "sandbox") return;
    import("./sandbox-bar.tsx").then(
      ({ SandboxBar }) => setBar(() => SandboxBar),
      () => undefined, // offline: the page stays, without its bar
    );
  }, []);
  return Bar && <Bar />;
}
