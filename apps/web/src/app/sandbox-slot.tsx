import { type ComponentType, useEffect, useState } from "react";

/** Only the document knows the mode, and only in sandbox mode is anything loaded or asked. */
export function SandboxSlot() {
  const [Bar, setBar] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (document.documentElement.dataset["mode"] !== "sandbox") return;
    import("./sandbox-bar.tsx").then(
      ({ SandboxBar }) => setBar(() => SandboxBar),
      () => undefined, // the connection went: the page is worth more than its bar
    );
  }, []);
  return Bar && <Bar />;
}
