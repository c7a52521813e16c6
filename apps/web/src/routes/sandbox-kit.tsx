import { KitchenSink } from "../features/kitchen-sink/kitchen-sink.tsx";
import { SandboxOnly } from "../features/kitchen-sink/sandbox-only.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "Interface kit",
    description: "Every part of the interface in every state, light and dark, for the people who build and test it.",
    keywords: ["interface kit", "sandbox"],
    path: "/sandbox/kit",
    isPrivate: true,
  });

export default function SandboxKit() {
  return (
    <SandboxOnly>
      <KitchenSink />
    </SandboxOnly>
  );
}
