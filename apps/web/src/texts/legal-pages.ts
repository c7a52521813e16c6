export const legalPages = [
  { name: "privacy", label: "Privacy policy" },
  { name: "terms", label: "Terms of service" },
  { name: "refund", label: "Refund policy" },
] as const;

export type LegalPageName = (typeof legalPages)[number]["name"];

export const legalPath = (name: LegalPageName): string => `/legal/${name}`;
