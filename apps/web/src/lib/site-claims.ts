import { brand } from "@vriddhi/core/site/brand";

declare global {
  interface ImportMetaEnv {
    readonly SITE_CLAIMS?: string;
  }
}

interface Rating {
  readonly value: number;
  /** How many people rated; `null` where the page names none. */
  readonly count: number | null;
}

/** Shown only where the law lets a platform show results, ratings and numbers of customers. */
export interface SiteClaims {
  readonly annualGrowth: { readonly figure: string; readonly label: string };
  readonly months: { readonly profitable: number; readonly total: number };
  /** A1.5: two ratings that disagree, each kept where it appears. */
  readonly ratings: {
    readonly home: Rating & { readonly count: number };
    readonly algorithm: Rating & { readonly count: number };
    readonly ebook: Rating;
  };
  readonly ebookReaders: string;
}

/** A1.4, A1.5, A9.10: `null` with `SITE_CLAIMS=off`, and the figures are then not in the built files either. */
export const siteClaims: SiteClaims | null =
  import.meta.env.SITE_CLAIMS === "off"
    ? null
    : {
        annualGrowth: { figure: "89.7%", label: "compound annual growth rate" },
        months: { profitable: 76, total: 89 },
        ratings: {
          home: { value: 4.8, count: 150 },
          algorithm: { value: 4.9, count: 127 },
          ebook: { value: 4.8, count: null },
        },
        ebookReaders: "5000+",
      };

/** True while the figures are examples: each then carries a mark. `SITE_CLAIMS=audited` removes the marks. */
export const areClaimsSamples: boolean = import.meta.env.SITE_CLAIMS !== "audited";

/** A1.4: how the service works. These are promises, not results, so they are always shown. */
export const serviceClaims = {
  refundShare: "100%",
  refund: "100% of the fee back if the connected account shows a gross loss at the end of the period",
  approvalSeconds: 15,
  manualMode: "A trade alert for each entry, with 15 seconds to approve it",
  autoMode: "One approval in the morning, for the day",
  overnight: "No overnight positions",
  /** The conditions of the promise above, in the same words on every page. */
  closing:
    "Every position is closed by 3:10 PM; only a share that stops trading or an outage can leave one open, and then we tell you.",
  dailyStop: "A strict daily stop-loss",
  tradesPerMonth: "13–17",
  support: "24/7",
  supportDetail: "24/7 chat and email support",
  supportReply: `Write at any hour; a person answers ${brand.replyTime}.`,
  onboarding: "One-to-one onboarding",
  capitalFromRupees: 500,
} as const;

/** Shown with every claim, and on every page without a footer. */
export const riskDisclosure: string = brand.riskDisclosure;

/** Shown beside every figure of `siteClaims`. */
export const resultsNotice = "Past results do not predict future results. Trading can lose money.";
