import type { Facts } from "./fact.ts";
import type { Figure } from "./figures/figure.ts";

/** What stands behind one article: its template lies beside the published text, under the same name. */
export interface Article {
  readonly slug: string;
  readonly facts: Facts;
  /** The first one is also the picture of the article's card. */
  readonly figures: readonly Figure[];
}
