import { useState } from "react";
import { connectionTexts } from "../../texts/connection.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { zerodhaTexts } from "./zerodha.texts.ts";

interface ZerodhaLoginStepProps {
  loginUrl: string;
  isShut: boolean;
  isBusy: boolean;
  reason: string | null;
  onComplete(requestToken: string): void;
  onStartOver(): void;
}

/** B2.20 */
export function ZerodhaLoginStep({ loginUrl, isShut, isBusy, reason, onComplete, onStartOver }: ZerodhaLoginStepProps) {
  const [token, setToken] = useState("");
  const typed = token.trim();
  return (
    <Card>
      <CardHeader
        title={zerodhaTexts.loginTitle}
        description={isShut ? connectionTexts.windowBlocked : zerodhaTexts.loginLead}
        action={
          <Badge tone="warn" hasDot>
            {zerodhaTexts.pending}
          </Badge>
        }
      />
      <form
        method="post"
        noValidate
        className="grid gap-5 p-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== "" && !isBusy) onComplete(typed);
        }}
      >
        <div>
          <Button asChild variant={isShut ? "primary" : "secondary"}>
            <a href={loginUrl} target="_blank" rel="noreferrer">
              {connectionTexts.openLogin}
            </a>
          </Button>
        </div>
        <p className="text-muted">{zerodhaTexts.pasteLead}</p>
        <TextField
          label={zerodhaTexts.requestToken}
          name="request_token"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <FormFault>{reason}</FormFault>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant={isShut ? "secondary" : "primary"} isBusy={isBusy} disabled={typed === ""}>
            {zerodhaTexts.complete}
          </Button>
          <Button variant="ghost" onClick={onStartOver}>
            {zerodhaTexts.startOver}
          </Button>
        </div>
      </form>
    </Card>
  );
}
