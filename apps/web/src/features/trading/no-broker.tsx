import { type BrokerName, brokersShown, brokerTraits } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import Plug from "lucide-react/icons/plug";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { stateTexts } from "./trading.texts.ts";

/** B2.4: the connection tabs as this page names them. */
const connectionPathOf = (broker: BrokerName): string => `/dashboard?tab=${brokerTraits[broker].connectionTab}`;

const icon = <Plug className="size-5" aria-hidden="true" />;

export function NoBroker({ hasFailed }: { hasFailed: boolean }) {
  return (
    <Card>
      <EmptyState
        title={stateTexts.noBroker}
        icon={icon}
        action={brokersShown.map((broker) => (
          <Button key={broker} asChild>
            <Link to={connectionPathOf(broker)}>{stateTexts.connect(brokerTitles[broker])}</Link>
          </Button>
        ))}
      >
        {hasFailed ? stateTexts.checkFailedBody : stateTexts.noBrokerBody}
      </EmptyState>
    </Card>
  );
}

export function ConnectionRequired({ broker, hasFailed }: { broker: BrokerName; hasFailed: boolean }) {
  const title = brokerTitles[broker];
  return (
    <Card>
      <EmptyState
        title={stateTexts.connectionRequired}
        icon={icon}
        action={
          <Button asChild variant="primary">
            <Link to={connectionPathOf(broker)}>{stateTexts.openConnection(title)}</Link>
          </Button>
        }
      >
        {hasFailed ? stateTexts.checkFailedBody : stateTexts.connectionRequiredBody(title)}
      </EmptyState>
    </Card>
  );
}
