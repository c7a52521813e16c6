import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { secondFactorTexts } from "./account.texts.ts";
import type { LoginValues } from "./account-actions.ts";
import { SecondFactorForm, type SecondFactorWay } from "./second-factor-form.tsx";
import type { Typed } from "./typed.ts";

interface SecondFactorViewProps {
  readonly login: LoginValues;
  readonly isEntering: boolean;
  readonly onUnverified: (typed: Typed) => void;
  readonly onBack: () => void;
}

export function SecondFactorView({ onBack, ...form }: SecondFactorViewProps) {
  const [way, setWay] = useState<SecondFactorWay>("app");
  const { title, lead, other } = secondFactorTexts[way];
  return (
    <>
      <ViewHeading key={way} title={title} lead={lead} takesFocus={false} />
      <div className="grid gap-5">
        <SecondFactorForm key={way} way={way} {...form} />
        <div className="-mx-3.5 flex flex-wrap justify-between gap-y-2">
          <Button variant="ghost" size="sm" onClick={() => setWay(way === "app" ? "recovery" : "app")}>
            {other}
          </Button>
          <Button variant="ghost" size="sm" onClick={onBack}>
            {secondFactorTexts.back}
          </Button>
        </div>
      </div>
    </>
  );
}
