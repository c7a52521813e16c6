import { redirect } from "react-router";
import { sayThatPageIsMissing } from "../app/lost-address.ts";

const leadHome = () => redirect("/", 302);

/** A2.16, for a typed address: the home page itself explains the redirect. */
export const loader = leadHome;

/** For a link within the site: no request is needed. */
export function clientLoader() {
  sayThatPageIsMissing();
  return leadHome();
}

export default function Missing() {
  return null;
}
