import { type LoaderFunctionArgs, redirect } from "react-router";
import { pathOf, toDashboardTab } from "../features/dashboard/dashboard-tab.ts";

/** B2.4: /dashboard?tab=X names a tab of the dashboard; anything else beneath is an unknown path (A2.16). */
function toTab({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">): never {
  if (params["*"]) throw redirect("/");
  const tab = new URL(request.url).searchParams.get("tab") ?? undefined;
  throw redirect(pathOf(toDashboardTab(tab)));
}

/** On navigation inside the app no request is needed; both do the same, but the browser's build drops `loader`. */
export const loader = toTab;
export const clientLoader = toTab;

export default function DashboardAlias() {
  return null;
}
