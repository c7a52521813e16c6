export interface Review {
  readonly quote: string;
  readonly name: string;
  readonly who: string;
}

/** Invented customers until real ones agree to be quoted. No review holds a figure, so all stay when claims are off. */
export const sampleReviews: readonly Review[] = [
  {
    quote: "I read the ledger every evening. Each entry has its reason beside it, and nothing is open after the close.",
    name: "Lakshmi Menon",
    who: "Chartered accountant, Chennai",
  },
  {
    quote: "I began in manual mode and skipped as many alerts as I took. Now I approve in the morning and go to work.",
    name: "Arjun Deshmukh",
    who: "Software engineer, Pune",
  },
  {
    quote: "The boring part convinced me: the daily stop. It ended my day early, and I was glad not to be asked.",
    name: "Sana Qureshi",
    who: "Pharmacist, Hyderabad",
  },
  {
    quote: "Onboarding was one call with a person who knew my broker's screens better than I do.",
    name: "Gurpreet Singh",
    who: "Transport business, Ludhiana",
  },
  {
    quote: "I started small, to see whether I would still sleep. I do.",
    name: "Ananya Bose",
    who: "Teacher, Kolkata",
  },
  {
    quote: "Losing weeks are shown as plainly as good ones. After years in a bank I know how rare that is.",
    name: "Nikhil Rao",
    who: "Retired banker, Mysuru",
  },
];
