/** A number, a price, a date or a table that an article may print. Nothing else in an article may hold a digit. */
export type Fact =
  /** From the product's own rules, records and measurements. */
  | { readonly kind: "computed"; readonly text: string }
  /** Quoted from a reference: that file contains these words, and `text` is how the article prints them. */
  | { readonly kind: "quoted"; readonly text: string; readonly file: string; readonly quote: string }
  /** An example's assumption; the article says that it is one. */
  | { readonly kind: "given"; readonly text: string };

export type Facts = Readonly<Record<string, Fact>>;

export const computed = (text: string): Fact => ({ kind: "computed", text });
export const given = (text: string): Fact => ({ kind: "given", text });
export const quoted = (text: string, file: string, quote: string): Fact => ({ kind: "quoted", text, file, quote });

const MARKET = "market/market-and-rules.md";
const BROKERS = "brokers/common.md";

export const fromMarket = (text: string, quote: string): Fact => quoted(text, MARKET, quote);
export const fromBrokers = (text: string, quote: string): Fact => quoted(text, BROKERS, quote);
export const fromPages = (broker: "kite" | "angelone" | "fyers", text: string, quote: string): Fact =>
  quoted(text, `brokers/${broker}.md`, quote);

/** From the repository's own papers, whose figures have tests of their own. */
export const fromPaper = (
  file: "model-card" | "concepts/risk" | "concepts/orders" | "concepts/recovery",
  text: string,
  quote: string,
): Fact => quoted(text, `docs/${file}.md`, quote);
