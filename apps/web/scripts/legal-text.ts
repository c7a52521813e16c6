import { brand } from "@vriddhi/core/site/brand";

export interface LegalDocument {
  readonly file: "privacy" | "terms" | "refund";
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

const contact = {
  heading: "Contact",
  paragraphs: [
    `${brand.legalEntity}. Questions and complaints: ${brand.supportEmail}. We answer within two working days.`,
  ],
};

/** Latin-1 only: see text-pdf.ts. */
export const legalDocuments: readonly LegalDocument[] = [
  {
    file: "privacy",
    title: `${brand.name}: Privacy policy`,
    sections: [
      {
        heading: "What we keep",
        paragraphs: [
          "Your name, email address and date of birth, given at sign-up. Your phone number, if you verify it.",
          "Your password only as a hash from which it cannot be read back. Broker credentials and tokens encrypted, each value with its own key.",
          "Your subscriptions and payments, as tax law demands. Card details never reach us; the payment provider keeps them.",
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
          "Your broker receives the orders placed for you. The payment provider receives what a payment needs. Mail and text message providers receive the messages they deliver. Authorities receive what the law obliges us to hand over.",
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
          "You can see, correct and delete your data, and withdraw consent, by writing to us. Records that the law obliges us to keep stay for the time it names, under a pseudonym.",
        ],
      },
      contact,
    ],
  },
  {
    file: "terms",
    title: `${brand.name}: Terms of service`,
    sections: [
      {
        heading: "What the service is",
        paragraphs: [
          `${brand.name} is software that places intraday equity orders in your own account with a broker of your choice, by rules that are the same for everybody. It is no investment advice, and it manages no money: funds and shares stay with your broker.`,
        ],
      },
      {
        heading: "Risk",
        paragraphs: [
          brand.riskDisclosure,
          "You can lose money, also on days on which every part works. Past results say nothing certain about coming ones. Trade only with what you can afford to lose.",
          "Orders may fail, be late or be filled in part: exchanges, brokers and networks fail. The daily stop-loss limits a loss; it does not exclude a larger one in a market that jumps.",
        ],
      },
      {
        heading: "Your part",
        paragraphs: [
          "You are at least 18 when you trade and hold the broker account in your own name. You keep your credentials to yourself, approve trades yourself, and connect your broker on each trading day where it demands that.",
          "You may stop at any time. Stopping closes open positions of the algorithm; what you bought yourself is never touched.",
        ],
      },
      {
        heading: "Subscription",
        paragraphs: [
          "A subscription runs for the period you paid and ends by itself; nothing is renewed without you. Each plan has an upper limit for the capital traded. Prices include GST.",
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
    file: "refund",
    title: `${brand.name}: Refund policy`,
    sections: [
      {
        heading: "When the fee goes back",
        paragraphs: [
          "If the connected account shows a gross loss from the algorithm's own fills at the end of a paid period, the whole fee of that period is paid back, once. We compute it from the fills at your broker and show you the evidence.",
          "A payment taken twice, or taken without a subscription being started, is paid back in full.",
        ],
      },
      {
        heading: "How",
        paragraphs: [
          "The refund goes to the way you paid, usually within seven working days. Payments older than six months, which the payment provider no longer refunds, are paid out by bank transfer. You receive a credit note.",
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
