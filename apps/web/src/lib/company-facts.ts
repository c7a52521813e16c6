declare global {
  interface ImportMetaEnv {
    /** JSON, set while building (vite.config.ts) out of the operator's settings. */
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

/** What the operator has filled in about the company, in the order in which it is shown; nothing is shown unfilled. */
export function readCompanyFacts(json: string | undefined): readonly CompanyFact[] {
  const given: Readonly<Record<string, unknown>> = json === undefined ? {} : JSON.parse(json);
  return Object.entries(LABELS).flatMap(([name, label]) => {
    const value = given[name];
    return isText(value) ? [{ label, value: value.split(/\s*[|\n]\s*/).join(", ") }] : [];
  });
}

export const companyFacts = readCompanyFacts(import.meta.env.COMPANY_FACTS);
