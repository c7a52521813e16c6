import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { describeDevice } from "./device-name.ts";
import { describeEvent } from "./history-words.ts";
import { historyTexts } from "./settings.texts.ts";
import { type HistoryEvent, useHistory } from "./settings-queries.ts";
import { Loaded, SettingsSection } from "./settings-section.tsx";

const SHOWN_AT_FIRST = 5;

function EventRow({ event }: { event: HistoryEvent }) {
  const { text, isWarning = false } = describeEvent(event.kind);
  const Icon = isWarning ? TriangleAlert : Check;
  const where = [event.device === "" ? "" : describeDevice(event.device).name, event.ip].filter(Boolean).join(" · ");
  return (
    <li className="flex gap-4 px-5 py-3.5 sm:px-6">
      <span className="grid h-6 w-10 shrink-0 place-items-center">
        <Icon className={`size-4.5 ${isWarning ? "text-warn" : "text-muted"}`} aria-hidden="true" />
      </span>
      <div className="flex min-w-0 grow flex-wrap justify-between gap-x-6 gap-y-0.5">
        <div className="grid min-w-0 gap-0.5">
          <p className="font-medium">{text}</p>
          {where !== "" && <p className="figures text-sm wrap-anywhere text-muted">{where}</p>}
        </div>
        <time dateTime={event.at} className="text-sm leading-6 text-muted">
          {formatIstDateTime(instantOf(event.at))}
        </time>
      </div>
    </li>
  );
}

function EventList({ events }: { events: readonly HistoryEvent[] }) {
  const [isWhole, setWhole] = useState(false);
  if (events.length === 0) return <p className="px-5 py-4.5 text-muted sm:px-6">{historyTexts.empty}</p>;
  const shown = isWhole ? events : events.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ol className="divide-y divide-line">
        {shown.map((event, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no name of their own, and their rows keep nothing
          <EventRow key={place} event={event} />
        ))}
      </ol>
      {shown.length < events.length && (
        <div className="border-t border-line px-5 py-3 sm:px-6">
          <Button variant="ghost" size="sm" className="-ml-3.5" onClick={() => setWhole(true)}>
            {historyTexts.showAll(events.length)}
          </Button>
        </div>
      )}
    </>
  );
}

export function HistorySection() {
  const history = useHistory();
  return (
    <SettingsSection title={historyTexts.title} lead={historyTexts.lead}>
      <Loaded query={history} title={historyTexts.title} skeletonRows={3}>
        {({ events }) => <EventList events={events} />}
      </Loaded>
    </SettingsSection>
  );
}
