import { useParams } from "react-router";
import { traceTexts } from "../features/desk-trace/trace.texts.ts";
import { OrderListPage, TracePage } from "../features/desk-trace/trace-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { DeskPage } from "./desk-parts.tsx";

export const meta = ({ params }: { params: { tag?: string } }) =>
  pageMeta({
    title: params.tag === undefined ? "Orders" : "Order trace",
    description: "Orders of every account, and one order's timeline by its tag: plan, requests, answers and fills.",
    keywords: ["order trace", "back office"],
    path: params.tag === undefined ? "/secret/orders" : `/secret/orders/${params.tag}`,
    isPrivate: true,
  });

export default function DeskOrder() {
  const { tag } = useParams();
  return (
    <DeskPage current="orders" title={tag === undefined ? traceTexts.listTitle : traceTexts.title}>
      {tag === undefined ? <OrderListPage /> : <TracePage key={tag} tag={tag} />}
    </DeskPage>
  );
}
