export type ProofAsker = () => Promise<boolean>;

/** The last registered one asks: the back office has its own dialog, inside the site's. */
const askers: ProofAsker[] = [];
let underway: Promise<boolean> | null = null;

export function offerProof(ask: ProofAsker): () => void {
  askers.push(ask);
  return () => {
    const place = askers.lastIndexOf(ask);
    if (place >= 0) askers.splice(place, 1);
  };
}

/** Two calls that both need proof share one dialog. */
export function obtainProof(): Promise<boolean> {
  underway ??= (askers.at(-1)?.() ?? Promise.resolve(false)).finally(() => {
    underway = null;
  });
  return underway;
}
