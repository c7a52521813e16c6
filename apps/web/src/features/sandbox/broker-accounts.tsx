import type { Reply } from "../../lib/api.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { accountTexts, targetName } from "./sandbox.texts.ts";

type Brokers = Reply<"GET", "/sandbox/accounts">["brokers"];

const order = ["fyers", "angelone", "zerodha"] as const;

/** One account of each simulated broker, with everything its connection form and its login page ask for. */
export function BrokerAccounts({ brokers }: { readonly brokers: Brokers }) {
  return order.map((broker) => {
    // The later ones have more cash: the first could not pay for one share.
    const account = brokers[broker].accounts.at(-1);
    if (account === undefined) return null;
    return (
      <Card key={broker}>
        <CardHeader title={accountTexts.brokerAccount(targetName[broker])} description={accountTexts.brokerNote} />
        <div className="grid gap-5 p-6 sm:grid-cols-2">
          <CopyField label={accountTexts.clientId} value={account.client_id} />
          <CopyField label={accountTexts.password} value={account.password} />
          <CopyField label={accountTexts.pin} value={account.pin} />
          <CopyField label={accountTexts.totp} value={account.totp_secret} />
          <CopyField label={accountTexts.apiKey} value={account.api_key} />
          <CopyField label={accountTexts.apiSecret} value={account.api_secret} />
          <CopyField label={accountTexts.brokerBase} value={brokers[broker].baseUrl} />
        </div>
      </Card>
    );
  });
}
