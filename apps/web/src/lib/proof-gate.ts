/** Asks the person in front of the screen to prove who they are; false when they turn back. */
export type ProofAsker = () => Promise<boolean>;

/** The last one that offered itself asks: the desk, which has its own way to prove, stands inside the site. */
const askers: ProofAsker[] = [];
let underway: Promise<boolean> | null = null;

/** Whoever can ask says so; the returned function takes it back. */
export function offerProof(ask: ProofAsker): () => void {
  askers.push(ask);
  return () => {
    const place = askers.lastIndexOf(ask);
    if (place >= 0) askers.splice(place, 1);
  };
}

/** Two calls that both want proof get it by one question. */
export function obtainProof(): Promise<boolean> {
  underway ??= (askers.at(-1)?.() ?? Promise.resolve(false)).finally(() => {
    underway = null;
  });
  return underway;
}
