import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import { memo } from "react";
import { Link } from "react-router";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import type { BrokerReadiness, Readiness } from "./day-types.ts";
import { todayTexts } from "./today.texts.ts";

const texts = todayTexts.readiness;

function waitingWord(reason: BrokerReadiness["reason"]): string {
  if (reason === "connects_by_itself") return texts.waits;
  return reason === "after_close" || reason === "market_closed" ? texts.resting : texts.notReady;
}

/** An account that reconnects automatically needs no action; one that only the user can fix does. */
function stateOf({ is_ready: isReady, reason, action }: BrokerReadiness) {
  if (isReady) return { Icon: CircleCheck, word: texts.ready, look: "text-info" };
  if (action !== null) return { Icon: CircleAlert, word: texts.needs, look: "text-warn" };
  return { Icon: Clock, word: waitingWord(reason), look: "text-muted" };
}

function Mark({ account }: { account: BrokerReadiness }) {
  const { Icon, word, look } = stateOf(account);
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm font-semibold ${look}`}>
      <Icon className="size-4" aria-hidden="true" />
      {word}
    </span>
  );
}

const readyText = (until: string | null): string =>
  until === null ? texts.readyOpen : texts.until(formatIstDateTime(instantOf(until)));

const linkClass = "thumb shrink-0 text-sm font-semibold whitespace-nowrap underline underline-offset-4";

const Linked = memo(function Linked({ account }: { account: BrokerReadiness }) {
  const { broker, is_ready: isReady, detail, session_expires_at: until, action } = account;
  return (
    <>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5">
          <span className="font-semibold">{brokerTitles[broker]}</span>
          <Mark account={account} />
        </p>
        <p className="figures text-sm text-muted">{isReady ? readyText(until) : detail}</p>
      </div>
      {!isReady && action !== null && (
        <Link to={action.path} className={linkClass} aria-label={`${action.label}: ${brokerTitles[broker]}`}>
          {action.label}
        </Link>
      )}
    </>
  );
});

function NotLinked({ broker, path }: { broker: BrokerName; path: string }) {
  return (
    <>
      <div className="grid gap-1">
        <p className="font-semibold">{brokerTitles[broker]}</p>
        <p className="text-sm text-muted">{texts.notLinked}</p>
      </div>
      <Link to={path} className={linkClass} aria-label={`${texts.link}: ${brokerTitles[broker]}`}>
        {texts.link}
      </Link>
    </>
  );
}

interface ReadinessStripProps {
  readiness: Readiness;
  connectionPath(broker: BrokerName): string;
}

export const ReadinessStrip = memo(function ReadinessStrip({ readiness, connectionPath }: ReadinessStripProps) {
  const { brokers, checked_at: at } = readiness;
  return (
    <Card>
      <CardHeader
        title={texts.title}
        action={
          at !== null && <p className="figures text-sm text-muted">{texts.checked(formatIstDateTime(instantOf(at)))}</p>
        }
      />
      <ul className="divide-y divide-line">
        {brokerNames.map((broker) => {
          const account = brokers.find((each) => each.broker === broker);
          return (
            <li key={broker} className="flex items-center justify-between gap-4 px-6 py-3.5">
              {account === undefined ? (
                <NotLinked broker={broker} path={connectionPath(broker)} />
              ) : (
                <Linked account={account} />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
});
