/** Services accounting codes: a software licence, and online text. */
export const SAC = { plan: "997331", ebook: "998431" } as const;
