import { areClaimsSamples } from "../lib/site-claims.ts";
import { Badge } from "./badge.tsx";

/** Shown beside every figure and review that is an example, and removed everywhere at once when they are real. */
export function SampleBadge() {
  return areClaimsSamples && <Badge tone="warn">Sample</Badge>;
}
