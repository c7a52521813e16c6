import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { read } from "../../lib/query.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { BrokerAccounts } from "./broker-accounts.tsx";
import { accountTexts, sandboxTexts } from "./sandbox.texts.ts";

export function AccountsPanel() {
  const accounts = useQuery(read("/sandbox/accounts"));
  if (accounts.isError) {
    return (
      <Card>
        <ErrorState title={sandboxTexts.unreachable} onRetry={() => void accounts.refetch()}>
          {sandboxTexts.unreachableBody}
        </ErrorState>
      </Card>
    );
  }
  if (accounts.data === undefined) {
    return (
      <LoadingRegion label={sandboxTexts.loading}>
        <Skeleton className="h-64" />
      </LoadingRegion>
    );
  }
  const { users, mail, sms, brokers } = accounts.data;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      {users.map((user) => (
        <Card key={user.email}>
          <CardHeader
            title={user.name}
            description={user.note}
            action={
              <Button asChild size="sm">
                <Link to="/login">{accountTexts.logIn}</Link>
              </Button>
            }
          />
          <div className="grid gap-5 p-6">
            <CopyField label={accountTexts.email} value={user.email} />
            <CopyField label={accountTexts.password} value={user.password} />
          </div>
        </Card>
      ))}
      <BrokerAccounts brokers={brokers} />
      <Card className="md:col-span-2">
        <CardHeader title={accountTexts.simulators} />
        <div className="grid gap-5 p-6 sm:grid-cols-2 lg:grid-cols-3">
          <CopyField label={accountTexts.smtp} value={mail.smtpUrl} />
          <CopyField label={accountTexts.smsBase} value={sms.baseUrl} />
          <CopyField label={accountTexts.smsKey} value={sms.apiKey} />
        </div>
      </Card>
    </div>
  );
}
