/** Services accounting codes: a licence to use software, and online text. */
export const SAC = { plan: "997331", ebook: "998431" } as const;
