declare global {
  interface ImportMetaEnv {
    /** JSON from the operator's settings, set at build time (vite.config.ts). */
    readonly COMPANY_FACTS?: string;
  }
}

interface CompanyFact {
  readonly label: string;
  readonly value: string;
}

const LABELS = {
  SELLER_ADDRESS: "Registered office",
  SELLER_GSTIN: "GSTIN",
  COMPANY_CIN: "CIN",
  COMPANY_REGISTRATION: "Algorithm registration",
  COMPANY_GRIEVANCE: "Grievance officer",
} as const;

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** The operator's company facts in display order; empty ones are not shown. */
export function readCompanyFacts(json: string | undefined): readonly CompanyFact[] {
  const given: Readonly<Record<string, unknown>> = json === undefined ? {} : JSON.parse(json);
  return Object.entries(LABELS).flatMap(([name, label]) => {
    const value = given[name];
    return isText(value) ? [{ label, value: value.split(/\s*[|\n]\s*/).join(", ") }] : [];
  });
}

export const companyFacts = readCompanyFacts(import.meta.env.COMPANY_FACTS);
