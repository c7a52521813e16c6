import { data, type LoaderFunctionArgs } from "react-router";
import { StatusPage } from "../features/service-status/status-page.tsx";
import { readStatus, type ServiceStatus } from "../features/service-status/status-source.ts";
import { pageMeta } from "../lib/metadata.ts";
import { askOwnApi } from "../lib/own-api.ts";
import { pageContext } from "../lib/page-context.ts";
import { ThemedPage } from "../ui/theme.tsx";

export const meta = () =>
  pageMeta({
    title: "Service status",
    description: "Whether prices, orders, brokers, mornings, payments and mail work now, and the incidents of 30 days.",
    keywords: ["service status", "incidents", "order latency", "broker outage"],
    path: "/status",
  });

export async function loader({ context }: LoaderFunctionArgs) {
  const status = await readStatus(context.get(pageContext)?.ask ?? askOwnApi);
  return data({ status }, { status: status === null ? 503 : 200 });
}

export default function Status({ loaderData }: { readonly loaderData: { readonly status: ServiceStatus | null } }) {
  return (
    <ThemedPage>
      <StatusPage first={loaderData.status} />
    </ThemedPage>
  );
}
