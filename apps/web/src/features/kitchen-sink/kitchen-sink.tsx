import { ThemeScope, ThemeToggle } from "../../ui/theme.tsx";
import { ButtonSpecimen, ChoiceSpecimen, FieldSpecimen } from "./control-specimens.tsx";
import { FigureSpecimen, TableSpecimen } from "./data-specimens.tsx";
import { BadgeSpecimen, OverlaySpecimen, StateSpecimen } from "./feedback-specimens.tsx";
import { TokenSpecimen } from "./token-specimen.tsx";

export function KitchenSink() {
  return (
    <ThemeScope>
      <div className="page-width grid gap-8 py-12">
        <header className="flex items-center justify-between gap-4">
          <h1 className="text-2xl font-semibold">Interface kit</h1>
          <ThemeToggle />
        </header>
        <TokenSpecimen />
        <ButtonSpecimen />
        <FieldSpecimen />
        <ChoiceSpecimen />
        <BadgeSpecimen />
        <OverlaySpecimen />
        <FigureSpecimen />
        <TableSpecimen />
        <StateSpecimen />
      </div>
    </ThemeScope>
  );
}
