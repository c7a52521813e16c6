import { MINIMUM_AGE_YEARS, TRADING_AGE_YEARS } from "@vriddhi/core/account/rules";
import { brand } from "@vriddhi/core/site/brand";
import type { LegalPageName } from "../../texts/legal-pages.ts";

export interface LegalDocument {
  readonly name: LegalPageName;
  readonly title: string;
  /** For search engines, 50 to 160 characters. */
  readonly description: string;
  /** The day from which this wording holds. */
  readonly updatedOn: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

const UPDATED_ON = "19 November 2026";

const contact = {
  heading: "Contact",
  paragraphs: [`${brand.legalEntity}. Questions and complaints: ${brand.supportEmail}. We answer ${brand.replyTime}.`],
};

/** Latin-1 only: scripts/legal-pdfs.ts writes the same text as PDF files. */
export const legalDocuments: readonly LegalDocument[] = [
  {
    name: "privacy",
    title: "Privacy policy",
    description: "What we keep about you, why we keep it, who else sees it, and how you view, export or delete it.",
    updatedOn: UPDATED_ON,
    sections: [
      {
        heading: "What we keep",
        paragraphs: [
          "Your name, email address and date of birth, given at sign-up. Your phone number, if you verify it.",
          "Your password only as a hash from which it cannot be read back. Broker credentials and tokens encrypted, each value with its own key.",
          "Your subscriptions and payments, as tax law demands, and the name, address, state and GSTIN for your invoices, if you give them. Card details never reach us; the payment provider keeps them.",
          "When, from which address and with which device you signed in, so that you can see in your settings whether it was you.",
          "Orders, fills and decisions of the algorithm on your account, in a record that is only added to.",
        ],
      },
      {
        heading: "Why",
        paragraphs: [
          "To run the service you asked for, to prove what was traded and why, to bill you, and to keep others out of your account. We sell no data and show no advertising.",
        ],
      },
      {
        heading: "Who else sees it",
        paragraphs: [
          "Your broker receives the orders placed for you. The payment provider receives what a payment needs. Mail and text message providers receive the messages they deliver; so do Telegram and your browser's push service, if you switch them on, and Google learns of your sign-in, if you sign in with it. Authorities receive what the law obliges us to hand over.",
        ],
      },
      {
        heading: "Cookies and storage",
        paragraphs: [
          "One cookie holds your session and a second one says that there is a session. Your browser also keeps choices such as the colour theme. Nothing follows you to other sites.",
        ],
      },
      {
        heading: "Your rights",
        paragraphs: [
          "You can view and export your data, and delete your account, in your settings; you correct it and withdraw consent there or by writing to us. Orders, invoices and credit notes that the law obliges us to keep stay for the time it names: invoices with the name and address on them for six years after the tax return of their year, orders and trades under a number without a name.",
          "We keep keyed hashes of your address, phone number and broker account. They cannot be read back; they prevent a second free trial.",
        ],
      },
      contact,
    ],
  },
  {
    name: "terms",
    title: "Terms of service",
    description:
      "What the service is and is not, the risk of trading, your part in it, and how a subscription runs and ends.",
    updatedOn: UPDATED_ON,
    sections: [
      {
        heading: "What the service is",
        paragraphs: [
          `${brand.name} is software that places intraday equity orders in your own account with a broker of your choice, by rules that are the same for everyone. It is not investment advice and does not manage money: funds and shares stay with your broker.`,
        ],
      },
      {
        heading: "Risk",
        paragraphs: [
          brand.riskDisclosure,
          "You can lose money, even on days when everything works. Past results do not predict future results. Trade only with what you can afford to lose.",
          "Orders may fail, be late or be filled in part: exchanges, brokers and networks fail. The daily stop-loss limits a loss, but a sudden price jump can cause a larger one.",
        ],
      },
      {
        heading: "Your part",
        paragraphs: [
          `You are at least ${MINIMUM_AGE_YEARS} years old to hold an account here and at least ${TRADING_AGE_YEARS} to trade, and you hold the broker account in your own name. You keep your credentials to yourself, approve trades yourself, and connect your broker on each trading day where it demands that.`,
          "You may stop at any time. Stopping closes open positions of the algorithm; what you bought yourself is never touched.",
        ],
      },
      {
        heading: "Subscription",
        paragraphs: [
          "A subscription runs for the period you paid for and then ends. Nothing renews automatically. Each plan has an upper limit for the capital traded. Prices include GST.",
        ],
      },
      {
        heading: "Law",
        paragraphs: ["Indian law applies. If a clause does not hold, the others stay in force."],
      },
      contact,
    ],
  },
  {
    name: "refund",
    title: "Refund policy",
    description: "When the fee of a period goes back, how the refund reaches you, and what cannot be refunded.",
    updatedOn: UPDATED_ON,
    sections: [
      {
        heading: "When the fee goes back",
        paragraphs: [
          "If the connected account shows a gross loss from the algorithm's own fills at the end of a paid period, the whole fee of that period is paid back, once. We compute it from the fills at your broker and show you the evidence.",
          "A payment taken twice, or taken without a subscription being started, is paid back in full.",
        ],
      },
      {
        heading: "Thirty days",
        paragraphs: [
          "A plan that you have not started to use can be returned within 30 days of the payment: write to us, and the fee goes back. You start to use a plan when you first start the algorithm within its days; connecting a broker, paper trading and reading do not count as use.",
        ],
      },
      {
        heading: "How",
        paragraphs: [
          `The refund goes to the way you paid, ${brand.refundTime}. Payments older than six months, which the payment provider no longer refunds, are paid out by bank transfer. For what was invoiced you receive a credit note.`,
        ],
      },
      {
        heading: "What is not refunded",
        paragraphs: [
          "Trading losses themselves, brokerage, taxes and exchange charges. A period that ended with a gross profit. The e-book, once it was downloaded.",
        ],
      },
      contact,
    ],
  },
];

export function legalDocument(name: LegalPageName): LegalDocument {
  const found = legalDocuments.find((document) => document.name === name);
  if (found === undefined) throw new Error(`there is no document ${name}`);
  return found;
}
