import { brokersInWords } from "@vriddhi/core/broker/broker-title";
import { brand } from "@vriddhi/core/site/brand";

export const shareTitles = {
  about: ["Who we are,", "and the risks in plain words"],
  algorithm: ["It keeps to the rules.", "You keep the account."],
  "subscription-plans": ["Choose your plan.", "Nothing renews by itself."],
  "free-trial": ["Seven days,", "nothing to pay"],
  "broker-selection": [`${brokersInWords("or")}:`, "your own account"],
  products: ["The e-book:", "sizing, stops and costs"],
  "monthly-heatmap": ["Every month,", "in one picture"],
  research: ["Research:", "method, costs and rules"],
  newsletter: ["The newsletter:", "market notes, calmly told"],
  support: ["Support:", "write, and a person answers"],
  courses: ["Courses", "for people who trade by rule"],
  auth: ["Log in", "or create your account"],
  legal: ["The small print,", "in plain words"],
} as const satisfies Record<string, readonly [string, string]>;

function nameOf(path: string): keyof typeof shareTitles | null {
  const name = path.split(/[/?#]/)[1] ?? "";
  return Object.hasOwn(shareTitles, name) ? (name as keyof typeof shareTitles) : null;
}

/** The picture of a page; pages without one of their own share the site's. */
export function sharePicture(path: string): string {
  const name = nameOf(path);
  return name === null ? "/share.png" : `/share/${name}.png`;
}

export function shareWords(path: string): string {
  const name = nameOf(path);
  return name === null ? brand.tagline : shareTitles[name].join(" ");
}
