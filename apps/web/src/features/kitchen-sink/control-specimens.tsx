import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Checkbox, PasswordField, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Slider } from "../../ui/slider.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Specimen, SpecimenRow } from "./specimen.tsx";

const variants = ["primary", "secondary", "ghost", "danger"] as const;
const sizes = ["sm", "md", "lg"] as const;

export function ButtonSpecimen() {
  return (
    <Specimen title="Button">
      {sizes.map((size) => (
        <SpecimenRow key={size}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant} {size}
            </Button>
          ))}
        </SpecimenRow>
      ))}
      <SpecimenRow>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} isBusy>
            {variant} busy
          </Button>
        ))}
      </SpecimenRow>
      <SpecimenRow>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            {variant} off
          </Button>
        ))}
      </SpecimenRow>
    </Specimen>
  );
}

export function FieldSpecimen() {
  return (
    <Specimen title="Field">
      <div className="grid gap-6 md:grid-cols-2">
        <TextField label="Name" placeholder="As on your PAN card" hint="One line, at most 80 characters." />
        <TextField label="Email" defaultValue="asha@" error="Email is invalid" />
        <TextField label="Client code" defaultValue="A123456" disabled />
        <PasswordField label="Password" defaultValue="correct horse" autoComplete="off" />
        <PasswordField
          label="Confirm password"
          defaultValue="horse"
          autoComplete="off"
          error="Passwords do not match"
        />
        <CopyField label="Redirect URL" value="https://localhost/connect/zerodha" hint="Register this address." />
      </div>
      <Checkbox label="Remember me" defaultChecked />
      <Checkbox label="I have read the risk disclosure" error="Please confirm to go on" />
    </Specimen>
  );
}

const bands = ["₹50,000", "₹1,00,000", "₹5,00,000", "₹10,00,000", "₹10,00,000+"] as const;
const marks = ["50K", "1L", "5L", "10L", "10L+"] as const;
const sortOptions = [
  { value: "name", label: "Name" },
  { value: "last_sync", label: "Last Sync" },
  { value: "capital_amount", label: "Capital Amount" },
] as const;

export function ChoiceSpecimen() {
  const [level, setLevel] = useState(2);
  const [sort, setSort] = useState<(typeof sortOptions)[number]["value"] | null>(null);
  const [isOn, setOn] = useState(true);
  return (
    <Specimen title="Select, slider, switch">
      <div className="grid gap-6 md:grid-cols-2">
        <Select label="Sort by" options={sortOptions} value={sort} onValueChange={setSort} />
        <Select
          label="Sort by, refused"
          options={sortOptions}
          value={null}
          onValueChange={setSort}
          error="Choose one to go on"
        />
      </div>
      <Slider
        label="Capital"
        min={1}
        max={bands.length}
        value={level}
        onValueChange={setLevel}
        valueText={`up to ${bands[level - 1] ?? ""}`}
        marks={marks}
      />
      <Switch label="Background Mode" hint="Goes on when this page is closed." isOn={isOn} onChange={setOn} />
      <Switch label="Auto approval" isOn={false} onChange={() => undefined} isDisabled />
    </Specimen>
  );
}
