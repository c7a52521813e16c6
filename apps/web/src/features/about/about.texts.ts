import { brand } from "@vriddhi/core/site/brand";
import { serviceClaims } from "../../lib/site-claims.ts";

export const aboutTexts = {
  title: `${brand.name} means growth. It starts with limiting losses.`,
  lead: `${brand.name} builds software that trades shares by written rules, in the broker accounts of the people who use it. We are engineers before we are anything else, and we like things that can be checked.`,

  isTitle: "What we are, and what we are not",
  is: [
    {
      title: "Software, not a broker",
      body: "Your money and your shares stay with your broker. We cannot withdraw them, and we never ask you to send us capital.",
    },
    {
      title: "Rules, not tips",
      body: "We sell no calls and recommend no shares. The system follows one plan for everyone and sizes it to your capital.",
    },
    {
      title: "A fee, not a share of profit",
      body: `You pay for a period. If the account shows a gross loss at its end, ${serviceClaims.refundShare} of the fee goes back to you.`,
    },
  ],

  workTitle: "How we work",
  work: [
    {
      title: "Written down before it is sent",
      body: "Every order is stored with its reason before it is sent. If the connection breaks in between, we look the order up at your broker and never guess.",
    },
    {
      title: "One exit, always at your broker",
      body: "The stop of a position rests at the broker, not on our server. If we cannot be reached, it is still there.",
    },
    {
      title: "Two limits on every day",
      body: `At 1% loss the day is over and the account is locked until the next trading day. ${serviceClaims.closing}`,
    },
    {
      title: "Compared every evening",
      body: "Our record and your broker’s are compared after the close, fill by fill. Differences are shown, not hidden.",
    },
    {
      title: "You can always say stop",
      body: "One button ends the day, closes what is open and keeps it closed. It works even when the rest of the page does not.",
    },
  ],

  riskTitle: "The risks, in plain words",
  riskLead: "Please read these before you connect an account. They are not small print.",
  risks: [
    {
      title: "You can lose money",
      body: "Shares fall, and so do strategies. A plan that worked for years can stop working on the day you begin.",
    },
    {
      title: "A stop is an order, not a wall",
      body: "In a gap, at a circuit limit or in a thin market a stop can fill far below its price, or not at all until trading resumes. The daily limit can then be exceeded.",
    },
    {
      title: "Technology fails",
      body: `Brokers, exchanges, networks and our own servers can be down. ${serviceClaims.closing}`,
    },
    {
      title: "Costs are real",
      body: "Brokerage, exchange fees, taxes and slippage are paid on every trade and lower every result. The fee guarantee does not cover them.",
    },
    {
      title: "Small accounts trade less",
      body: "With little capital many trades are skipped because one share would be too much. Results then differ from those of larger accounts.",
    },
    {
      title: "Past results do not predict the future",
      body: "No figure on this site promises the next month. Trade only with money whose loss you can bear, and ask a registered adviser if you are unsure.",
    },
  ],

  companyTitle: "Company",
  entity: "Legal entity",
  contact: "Contact",
  documents: "Documents",
  support: "Write to support",
  how: "How it works",
} as const;
