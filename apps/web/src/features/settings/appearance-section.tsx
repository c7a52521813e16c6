import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { chooseTheme, type ThemeChoice, useThemeChoice } from "../../ui/theme.tsx";
import { appearanceTexts } from "./settings.texts.ts";
import { SettingsSection } from "./settings-section.tsx";

const choices = [
  { value: "auto", Icon: Monitor },
  { value: "light", Icon: Sun },
  { value: "dark", Icon: Moon },
] as const satisfies readonly { value: ThemeChoice; Icon: typeof Sun }[];

const CHOICE =
  "relative flex h-11 items-center justify-center gap-2 rounded-sm text-sm font-semibold text-muted transition-colors hover:text-text has-checked:bg-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus";

export function AppearanceSection() {
  const current = useThemeChoice();
  return (
    <SettingsSection title={appearanceTexts.title} lead={appearanceTexts.lead}>
      <fieldset className="m-5 grid grid-cols-3 gap-1 rounded-md border border-line p-1 sm:mx-6">
        <legend className="sr-only">{appearanceTexts.title}</legend>
        {choices.map(({ value, Icon }) => (
          <label key={value} className={CHOICE}>
            <input
              type="radio"
              name="theme"
              value={value}
              checked={value === current}
              onChange={() => chooseTheme(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon className="size-4.5" aria-hidden="true" />
            {appearanceTexts.choices[value]}
          </label>
        ))}
      </fieldset>
    </SettingsSection>
  );
}
