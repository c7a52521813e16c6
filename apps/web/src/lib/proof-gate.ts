/** Asks the person in front of the screen to prove who they are; false when they turn back. */
export type ProofAsker = () => Promise<boolean>;

let asker: ProofAsker | null = null;
let underway: Promise<boolean> | null = null;

/** Whoever can ask says so, once for the whole site; the returned function takes it back. */
export function offerProof(ask: ProofAsker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Two calls that both want proof get it by one question. */
export function obtainProof(): Promise<boolean> {
  underway ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    underway = null;
  });
  return underway;
}
