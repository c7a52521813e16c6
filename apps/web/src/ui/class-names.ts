/** Joins the class lists that apply; a missing one leaves no hole. */
export const classNames = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(" ");
