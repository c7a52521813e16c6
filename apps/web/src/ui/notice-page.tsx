import type { ReactNode } from "react";
import { LogoMark } from "./logo.tsx";

interface NoticePageProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** On paths where the frame leaves the main part to the page. */
  isMain?: boolean;
}

const STRANDS = [
  "M0 150C180 92 330 96 500 152S830 232 1000 172S1150 108 1200 112",
  "M0 178C190 128 350 130 520 182S850 252 1010 200S1150 142 1200 146",
  "M0 206C200 164 370 166 540 212S860 272 1020 228S1150 178 1200 182",
  "M0 234C210 200 390 202 560 242S870 292 1030 256S1150 214 1200 218",
];

function Wave() {
  return (
    <svg
      className="absolute inset-x-0 bottom-0 h-[38%] w-full text-line-strong"
      viewBox="0 0 1200 320"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      {STRANDS.map((strand, n) => (
        <path
          key={strand}
          d={strand}
          stroke="currentColor"
          strokeOpacity={0.42 - n * 0.1}
          strokeWidth="1.25"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

export function NoticePage({ title, children, action, isMain = false }: NoticePageProps) {
  const Frame = isMain ? "main" : "section";
  return (
    <Frame
      id={isMain ? "main" : undefined}
      className="relative isolate grid full-page place-items-center overflow-hidden py-20"
    >
      <Wave />
      <div className="page-width relative grid justify-items-center gap-5 text-center">
        <LogoMark className="size-11" />
        <h1 className="max-w-[18ch] text-3xl font-semibold">{title}</h1>
        {children && <div className="max-w-[44ch] text-lg text-muted">{children}</div>}
        {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
      </div>
    </Frame>
  );
}
