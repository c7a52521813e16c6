import { Content, List, Root, Trigger } from "radix-ui/tabs";
import type { ReactNode } from "react";

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly panel: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: NoInfer<Id>;
  onSelect(id: NoInfer<Id>): void;
}

export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  return (
    <Root value={selected} onValueChange={(id) => onSelect(id as Id)} className="grid gap-6">
      <List aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px h-11 shrink-0 border-b-2 border-transparent px-0.5 text-base font-medium text-muted outline-offset-[-2px] transition-colors hover:text-text data-[state=active]:border-accent-text data-[state=active]:text-text"
          >
            {tab.label}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content key={tab.id} value={tab.id}>
          {tab.panel}
        </Content>
      ))}
    </Root>
  );
}
