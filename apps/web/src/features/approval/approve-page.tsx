import { TODAY_PATH } from "@vriddhi/core/site/dashboard-path";
import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import { api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { approvalTexts as texts } from "./approval.texts.ts";
import type { Offer } from "./approval-model.ts";
import { ApprovalSheet } from "./approval-sheet.tsx";
import type { ApprovalWays } from "./use-approval.ts";

type PageState =
  | { readonly kind: "loading" }
  | { readonly kind: "wrong" }
  | { readonly kind: "offer"; readonly offer: Offer; readonly endsAtMs: number; readonly token: string };

/** Authorized by the link's token only: it decides this one entry and opens nothing else. */
const waysOf = (token: string): ApprovalWays => ({
  decide: (answer) => api("POST", "/approvals/by-link", { body: { token, answer } }),
  look: () => api("GET", "/approvals/by-link", { query: { token } }),
});

/** The token is in the hash, so that no server log contains it. */
const tokenOf = (): string => window.location.hash.slice(1);

function useOffer(): PageState {
  const [state, setState] = useState<PageState>({ kind: "loading" });
  useEffect(() => {
    let isGone = false;
    const open = async (): Promise<PageState> => {
      const token = tokenOf();
      if (token === "") return { kind: "wrong" };
      const offer = await api("GET", "/approvals/by-link", { query: { token } });
      return { kind: "offer", offer, endsAtMs: Date.now() + offer.left_ms, token };
    };
    const load = () =>
      void open().then(
        (opened) => !isGone && setState(opened),
        () => !isGone && setState({ kind: "wrong" }),
      );
    load();
    window.addEventListener("hashchange", load);
    return () => {
      isGone = true;
      window.removeEventListener("hashchange", load);
    };
  }, []);
  return state;
}

const toToday = (
  <Button asChild>
    <Link to={TODAY_PATH}>{texts.today}</Link>
  </Button>
);

function Opened({ offer, endsAtMs, token }: Extract<PageState, { kind: "offer" }>) {
  const ways = useMemo(() => waysOf(token), [token]);
  return (
    <div className="page-width grid full-page content-center justify-items-center py-8">
      <Card className="w-full max-w-[30rem] p-4 sm:p-6">
        <ApprovalSheet
          key={offer.tag}
          offer={offer}
          endsAtMs={endsAtMs}
          ways={ways}
          heading={(text) => <h1 className="text-2xl font-semibold">{text}</h1>}
          onward={toToday}
        />
      </Card>
    </div>
  );
}

/** The target of push and Telegram links, signed in or not. Opening it decides nothing; the tap does. */
export function ApprovePage() {
  const state = useOffer();
  switch (state.kind) {
    case "loading":
      return (
        <div className="grid full-page content-center">
          <h1 className="sr-only">{texts.page}</h1>
          <SpinnerWithText>{texts.loading}</SpinnerWithText>
        </div>
      );
    case "wrong":
      return (
        <NoticePage title={texts.wrong} action={toToday}>
          {texts.wrongBody}
        </NoticePage>
      );
    case "offer":
      return <Opened {...state} />;
  }
}
