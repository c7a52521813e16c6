import { Controller, useFormContext } from "react-hook-form";
import { TextField } from "../../../ui/field.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { zerodhaTexts } from "./zerodha.texts.ts";
import type { ZerodhaValues } from "./zerodha-values.ts";

const switches = [
  { name: "auto_trading_enabled", label: zerodhaTexts.autoTrading, hint: zerodhaTexts.autoTradingHint },
  { name: "risk_management_enabled", label: zerodhaTexts.riskManagement, hint: zerodhaTexts.riskManagementHint },
] as const;

/** B3.6: inside a form that holds the values. */
export function ZerodhaSettings() {
  const { control, register, formState } = useFormContext<ZerodhaValues>();
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 text-base font-semibold">{zerodhaTexts.settingsTitle}</legend>
      {switches.map(({ name, label, hint }) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => <Switch label={label} hint={hint} isOn={field.value} onChange={field.onChange} />}
        />
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
  );
}
