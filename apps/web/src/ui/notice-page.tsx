import type { ReactNode } from "react";
import { LogoMark } from "./logo.tsx";

interface NoticePageProps {
  title: string;
  /** One honest sentence. */
  children?: ReactNode;
  /** The ways on. */
  action?: ReactNode;
  /** On paths where the frame leaves the main part to the page. */
  isMain?: boolean;
}

/** A rising line far in the background: the product's subject, drawn once and hardly seen. */
function Horizon() {
  return (
    <svg
      className="absolute inset-x-0 bottom-0 h-[38%] w-full text-line"
      viewBox="0 0 1200 320"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M0 290 90 268 160 280 260 236 330 250 430 198 520 220 610 168 690 184 790 122 860 146 960 84 1040 104 1120 52 1200 30V320H0Z"
        fill="currentColor"
        fillOpacity="0.16"
      />
      <path
        d="M0 290 90 268 160 280 260 236 330 250 430 198 520 220 610 168 690 184 790 122 860 146 960 84 1040 104 1120 52 1200 30"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** A whole page that has one thing to say. */
export function NoticePage({ title, children, action, isMain = false }: NoticePageProps) {
  const Frame = isMain ? "main" : "section";
  return (
    <Frame
      id={isMain ? "main" : undefined}
      className="relative isolate grid full-page place-items-center overflow-hidden py-20"
    >
      <Horizon />
      <div className="page-width relative grid justify-items-center gap-5 text-center">
        <LogoMark className="size-11" />
        <h1 className="max-w-[18ch] text-3xl font-semibold">{title}</h1>
        {children && <div className="max-w-[44ch] text-lg text-muted">{children}</div>}
        {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
      </div>
    </Frame>
  );
}
