import { Arrow, Content, Portal, Provider, Root, Trigger } from "radix-ui/tooltip";
import type { ReactNode } from "react";

const OPEN_DELAY_MS = 250;

/** A word of explanation on hover and focus. Never the only place of something important. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Provider delayDuration={OPEN_DELAY_MS}>
      <Root>
        <Trigger asChild>{children}</Trigger>
        <Portal>
          <Content
            sideOffset={6}
            className="z-50 max-w-64 animate-fade rounded-sm bg-text px-3 py-2 text-sm text-ground shadow-card"
          >
            {text}
            <Arrow className="fill-text" />
          </Content>
        </Portal>
      </Root>
    </Provider>
  );
}
