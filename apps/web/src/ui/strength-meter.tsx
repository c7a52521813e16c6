import { type PasswordStrength, passwordStrength } from "@vriddhi/core/account/rules";
import { useEffect, useState } from "react";
import { newPasswordTexts } from "../texts/account-form.texts.ts";

const STEPS = ["Weak", "Fair", "Good", "Strong"] as const satisfies readonly PasswordStrength[];

/** The list is loaded with the first letter that is typed; without it there is no warning, and nothing else changes. */
function useCommonPassword(password: string): boolean {
  const [isCommon, setCommon] = useState(false);
  useEffect(() => {
    let isOld = false;
    if (password === "") return setCommon(false);
    import("@vriddhi/core/account/guessable-passwords").then(
      ({ isCommonPassword }) => !isOld && setCommon(isCommonPassword(password)),
      () => undefined,
    );
    return () => {
      isOld = true;
    };
  }, [password]);
  return isCommon;
}

/** A5.5. Bar and word show the same, so that it does not depend on colour or length alone. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const strength = password === "" ? null : passwordStrength(password);
  const filled = strength === null ? 0 : STEPS.indexOf(strength) + 1;
  const isCommon = useCommonPassword(password);
  return (
    <div className="grid min-h-11 content-start gap-2">
      <div className="grid grid-cols-4 gap-1.5" aria-hidden="true">
        {STEPS.map((step, place) => (
          <span key={step} className={`h-1.5 rounded-full ${place < filled ? "bg-text" : "bg-raised"}`} />
        ))}
      </div>
      <p className="flex justify-between text-sm text-muted">
        {strength === null ? newPasswordTexts.minimum : newPasswordTexts.strength}
        <output className="font-medium text-text">{strength}</output>
      </p>
      <p role="status" className="text-sm font-medium text-warn empty:hidden">
        {isCommon && newPasswordTexts.common}
      </p>
    </div>
  );
}
