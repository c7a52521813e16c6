import type { Facts } from "./fact.ts";
import type { Figure } from "./figures/figure.ts";

/** Inputs of one article: its template is beside the published text, under the same name. */
export interface Article {
  readonly slug: string;
  readonly facts: Facts;
  /** The first one is also the picture of the article's card. */
  readonly figures: readonly Figure[];
}
