import { useParams } from "react-router";
import { signalTexts } from "../features/desk-signal/signal.texts.ts";
import { SignalListPage, SignalPage } from "../features/desk-signal/signal-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { DeskPage } from "./desk-parts.tsx";

export const meta = ({ params }: { params: { signalId?: string } }) =>
  pageMeta({
    title: params.signalId === undefined ? "Signals" : "Fan-out report",
    description:
      "Each signal's outcome over all accounts: spread of sending, prices, and every outcome with its reason.",
    keywords: ["fan-out report", "back office"],
    path: params.signalId === undefined ? "/secret/signals" : `/secret/signals/${params.signalId}`,
    isPrivate: true,
  });

export default function DeskSignal() {
  const { signalId } = useParams();
  return (
    <DeskPage current="signals" title={signalId === undefined ? signalTexts.listTitle : signalTexts.title}>
      {signalId === undefined ? <SignalListPage /> : <SignalPage key={signalId} signalId={signalId} />}
    </DeskPage>
  );
}
