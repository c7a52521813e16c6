import { redirect } from "react-router";
import { sayThatPageIsMissing } from "../app/lost-address.ts";

const leadHome = () => redirect("/", 302);

/** A2.16, for an address typed into the browser: the home page itself says why one is there. */
export const loader = leadHome;

/** For a link within the site: no need to ask the server. */
export function clientLoader() {
  sayThatPageIsMissing();
  return leadHome();
}

export default function Missing() {
  return null;
}
