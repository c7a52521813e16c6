import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { manageTexts } from "./billing.texts.ts";
import { useBillingHistory } from "./billing-queries.ts";
import { DetailsRow } from "./details-row.tsx";
import { GuaranteeCard } from "./guarantee-list.tsx";
import { Loaded } from "./loaded-card.tsx";
import { ManageRow } from "./manage-row.tsx";
import { ReminderRow } from "./reminder-row.tsx";

export function ManagePanel({ endDate }: { endDate: string | null }) {
  const history = useBillingHistory();
  return (
    <div className="grid gap-5">
      <Loaded query={history}>
        {({ reminders }) => (
          <Card className="divide-y divide-line">
            <ManageRow
              title={manageTexts.moreTitle}
              action={
                <Button asChild>
                  <Link to="/subscription-plans">{manageTexts.more}</Link>
                </Button>
              }
            >
              {manageTexts.moreBody}
            </ManageRow>
            <DetailsRow />
            <ReminderRow isReminded={reminders} endDate={endDate} />
          </Card>
        )}
      </Loaded>
      <GuaranteeCard />
    </div>
  );
}
