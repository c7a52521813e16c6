import { Content, Overlay, Portal, Root, Title } from "radix-ui/dialog";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { approvalTexts as texts } from "./approval.texts.ts";
import type { Offer } from "./approval-model.ts";
import { ApprovalSheet } from "./approval-sheet.tsx";
import type { ApprovalWays } from "./use-approval.ts";

const SHEET =
  "fixed inset-x-0 bottom-0 z-50 grid max-h-[94dvh] gap-4 overflow-y-auto rounded-t-xl border border-line bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-card outline-none data-[state=open]:animate-pop sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(30rem,calc(100%-2.5rem))] sm:-translate-1/2 sm:rounded-xl sm:p-6";

interface ApprovalWindowProps {
  offer: Offer;
  endsAtMs: number;
  ways: ApprovalWays;
  isListed: boolean;
  killSwitch: ReactNode;
  onClose(): void;
}

export function ApprovalWindow({ offer, endsAtMs, ways, isListed, killSwitch, onClose }: ApprovalWindowProps) {
  return (
    <Root open>
      <Portal>
        <Overlay className="fixed inset-0 z-50 bg-scrim backdrop-blur-[2px]" />
        <Content className={SHEET} aria-describedby={undefined} onEscapeKeyDown={onClose}>
          <ApprovalSheet
            key={offer.tag}
            offer={offer}
            endsAtMs={endsAtMs}
            ways={ways}
            isListed={isListed}
            heading={(text) => <Title className="text-2xl font-semibold">{text}</Title>}
            beside={killSwitch}
            onward={<Button onClick={onClose}>{texts.close}</Button>}
          />
        </Content>
      </Portal>
    </Root>
  );
}
