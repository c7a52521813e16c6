import { useQuery } from "@tanstack/react-query";
import Clock from "lucide-react/icons/clock";
import { read } from "../../../lib/query.tsx";
import { angelOneTexts } from "./angelone.texts.ts";

/** Nothing to type: the morning login is automatic. */
export function ComesByItself() {
  const { data } = useQuery(read("/brokers/readiness"));
  const own = data?.brokers.find(({ broker }) => broker === "angelone");
  if (own?.reason !== "connects_by_itself") return null;
  return (
    <div role="note" className="flex items-start gap-3 rounded-md bg-raised px-4 py-3.5 text-sm">
      <Clock className="mt-0.5 size-5 shrink-0 text-info" aria-hidden="true" />
      <p className="font-medium">{angelOneTexts.comesByItself}</p>
    </div>
  );
}
