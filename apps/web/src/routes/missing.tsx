import { redirect } from "react-router";

/** A2.16 */
const leadHome = () => redirect("/", 302);

/** For an address typed into the browser. */
export const loader = leadHome;
/** For a link within the site: no need to ask the server. */
export const clientLoader = leadHome;

export default function Missing() {
  return null;
}
