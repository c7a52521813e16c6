import { type BrokerName, brokersShown } from "@vriddhi/core/broker/broker-name";
import type { Reply } from "../../lib/api.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { accountTexts, targetName } from "./sandbox.texts.ts";
import { TotpField } from "./totp-field.tsx";

type Brokers = Reply<"GET", "/sandbox/accounts">["brokers"];

type Account = Brokers[BrokerName]["accounts"][number];

/** Fyers writes id and type of an app as one: `ABC-100`. */
function splitAppId(broker: BrokerName, key: string): readonly [string, string] {
  const [id = key, type = ""] = broker === "fyers" ? key.split("-") : [key];
  return [id, type];
}

function fieldsOf(broker: BrokerName, account: Account): readonly { label: string; value: string }[] {
  const names = accountTexts.fields[broker];
  const [appId, appType] = splitAppId(broker, account.api_key);
  const all = [
    [names.clientId, account.client_id],
    [names.password, account.password],
    [names.apiKey, appId],
    [names.appType, appType],
    [names.apiSecret, account.api_secret],
    [names.pin, account.pin],
    [names.totp, account.totp_secret],
  ] as const;
  return all.flatMap(([label, value]) => (label === null ? [] : [{ label, value }]));
}

export function BrokerAccounts({ brokers }: { readonly brokers: Brokers }) {
  return brokersShown.map((broker) => {
    // Later accounts have more cash: the first could not pay for one share.
    const account = brokers[broker].accounts.at(-1);
    if (account === undefined) return null;
    return (
      <Card key={broker} className="md:col-span-2">
        <CardHeader title={accountTexts.brokerAccount(targetName[broker])} description={accountTexts.brokerNote} />
        <div className="grid gap-5 p-6 sm:grid-cols-2 lg:grid-cols-3">
          {fieldsOf(broker, account).map(({ label, value }) => (
            <CopyField key={label} label={label} value={value} />
          ))}
          <TotpField secret={account.totp_secret} />
          <CopyField label={accountTexts.brokerBase} value={brokers[broker].baseUrl} />
        </div>
      </Card>
    );
  });
}
