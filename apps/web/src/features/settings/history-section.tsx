import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { describeDevice } from "../../lib/device-name.ts";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { describeEvent } from "./history-format.ts";
import { historyTexts } from "./settings.texts.ts";
import { type HistoryEvent, useHistory } from "./settings-queries.ts";
import { Loaded, SettingsSection } from "./settings-section.tsx";

const SHOWN_AT_FIRST = 5;
const HELD_PLACES = ["first", "second", "third"] as const;

const EVENT = "grid gap-x-6 gap-y-0.5 px-5 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-6";

function EventRow({ event }: { event: HistoryEvent }) {
  const { text, isWarning = false } = describeEvent(event.kind);
  const where = [event.device === "" ? "" : describeDevice(event.device).name, event.ip].filter(Boolean).join(" · ");
  return (
    <li className={EVENT}>
      <p className="flex items-center gap-2 font-medium">
        {isWarning && <TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden="true" />}
        {text}
      </p>
      <time dateTime={event.at} className="text-sm leading-6 text-muted sm:text-right">
        {formatIstDateTime(instantOf(event.at))}
      </time>
      {where !== "" && <p className="figures text-sm wrap-anywhere text-muted sm:col-start-1">{where}</p>}
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
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and their rows have no state
          <EventRow key={place} event={event} />
        ))}
      </ol>
      {shown.length < events.length && (
        <div className="px-5 py-3 sm:px-6">
          <Button variant="ghost" size="sm" className="-ml-3.5" onClick={() => setWhole(true)}>
            {historyTexts.showAll(events.length)}
          </Button>
        </div>
      )}
    </>
  );
}

function EventSkeleton() {
  return (
    <div className="divide-y divide-line">
      {HELD_PLACES.map((place) => (
        <div key={place} className={EVENT}>
          <Skeleton className="my-1 h-4 w-32" />
          <Skeleton className="my-1 h-4 w-44" />
          <Skeleton className="my-1 h-3 w-40" />
        </div>
      ))}
    </div>
  );
}

export function HistorySection() {
  const history = useHistory();
  return (
    <SettingsSection title={historyTexts.title} lead={historyTexts.lead}>
      <Loaded query={history} title={historyTexts.title} skeleton={<EventSkeleton />}>
        {({ events }) => <EventList events={events} />}
      </Loaded>
    </SettingsSection>
  );
}
