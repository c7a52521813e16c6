import { useMutation } from "@tanstack/react-query";
import { credentialCheck } from "../../../lib/credential-form.ts";
import { useForm } from "../../../lib/form.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormFault } from "../../../ui/form-fault.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { reasonOf, useFailure } from "../link/failure.ts";
import type { SaveOutcome } from "../wizard/connection-script.ts";
import { saveZerodha } from "./save-zerodha.ts";
import { zerodhaFailures, zerodhaTexts } from "./zerodha.texts.ts";
import {
  keysOf,
  toForm,
  toStored,
  tradesFault,
  type ZerodhaCredentials,
  type ZerodhaSettings,
} from "./zerodha-values.ts";

const switches = [
  { name: "auto_trading_enabled", label: zerodhaTexts.autoTrading, hint: zerodhaTexts.autoTradingHint },
  { name: "risk_management_enabled", label: zerodhaTexts.riskManagement, hint: zerodhaTexts.riskManagementHint },
] as const;

const settingsIn = ({ auto_trading_enabled, max_daily_trades, risk_management_enabled }: ZerodhaCredentials) =>
  toForm({ auto_trading_enabled, max_daily_trades, risk_management_enabled });

interface ZerodhaSettingsFormProps {
  stored: ZerodhaCredentials;
  follow(begun: SaveOutcome): Promise<void>;
}

/** B3.6: sends the credentials as masks and changes only the settings. Saving without a change would start a new login. */
export function ZerodhaSettingsForm({ stored, follow }: ZerodhaSettingsFormProps) {
  const fail = useFailure();
  const save = useMutation({
    mutationFn: async (settings: ZerodhaSettings) =>
      follow(await saveZerodha({ ...keysOf(stored), ...toStored(settings) })),
    onError: fail(zerodhaFailures.save, true),
  });
  const { watch, choose, register, formState, handleSubmit } = useForm<ZerodhaSettings>({
    defaultValues: settingsIn(stored),
    check: credentialCheck<ZerodhaSettings>((values) => ({
      max_daily_trades: tradesFault(values.max_daily_trades),
    })),
  });
  const submit = handleSubmit((settings) => save.mutate(settings));
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5 border-t border-line p-6"
      onSubmit={(event) => (save.isPending ? event.preventDefault() : void submit(event))}
    >
      <fieldset className="grid gap-5">
        <legend className="mb-4 text-base font-semibold">{zerodhaTexts.settingsTitle}</legend>
        {switches.map(({ name, label, hint }) => (
          <Switch key={name} label={label} hint={hint} isOn={watch(name)} onChange={(isOn) => choose(name, isOn)} />
        ))}
        <TextField
          label={zerodhaTexts.maxDailyTrades}
          hint={zerodhaTexts.maxDailyTradesHint}
          inputMode="numeric"
          autoComplete="off"
          className="sm:max-w-80"
          error={formState.errors.max_daily_trades?.message}
          {...register("max_daily_trades")}
        />
      </fieldset>
      <FormFault>{reasonOf(save.error)}</FormFault>
      <div>
        <Button type="submit" isBusy={save.isPending} disabled={!formState.isDirty} className="w-full sm:w-auto">
          {zerodhaTexts.saveSettings}
        </Button>
      </div>
    </form>
  );
}
