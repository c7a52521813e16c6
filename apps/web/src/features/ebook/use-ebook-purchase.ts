import { EBOOK, EBOOK_PRICE } from "@vriddhi/core/billing/plans";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { useEffect, useRef, useState } from "react";
import { ApiError, api, type Reply } from "../../lib/api.ts";
import { loadWidget, openWidget, type PaymentProof } from "../../lib/payment-widget.ts";
import { POLL } from "../../lib/polling.ts";
import { ebookTexts } from "./ebook.texts.ts";
import { forgetPurchase, rememberedPurchase, rememberPurchase } from "./purchase-memory.ts";

type Verified = Reply<"POST", "/payment/guest/verify">;

/** A4.8. `opening` and `link_failed` are a success whose link is not here yet. */
export type EbookPurchase =
  | { readonly kind: "idle"; readonly error: string | null }
  | { readonly kind: "processing" }
  | { readonly kind: "opening"; readonly proof: PaymentProof }
  | { readonly kind: "pending"; readonly proof: PaymentProof }
  | { readonly kind: "link_failed"; readonly proof: PaymentProof }
  | { readonly kind: "bought"; readonly downloadUrl: string; readonly expiresAt: string | null };

class PurchaseFault extends Error {}

const orFault = async <T>(work: Promise<T>, text: string): Promise<T> => {
  try {
    return await work;
  } catch (cause) {
    throw new PurchaseFault(text, { cause });
  }
};

async function orderEbook() {
  const { checkout_url: address } = await orFault(api("GET", "/payment/guest/razorpay-key"), ebookTexts.keyFailed);
  await orFault(loadWidget(address), ebookTexts.widgetFailed);
  const body = { amount: EBOOK_PRICE / PAISE_PER_RUPEE, currency: "INR", plan_name: EBOOK, max_capital: 0 } as const;
  return orFault(api("POST", "/payment/guest/create-order", { body }), ebookTexts.orderFailed);
}

const faultText = (cause: unknown): string => {
  if (cause instanceof PurchaseFault) return cause.message;
  reportError(cause); // our own bug: log it
  return ebookTexts.paymentFailed;
};

const REQUEST_TIMEOUT = 408;

/** The server has checked and refused: this proof is final. A proof that came too slowly was not checked. */
const isFinal = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.status >= 400 && cause.status < 429 && cause.status !== REQUEST_TIMEOUT;

const toBought = (
  { status, download_url: url, expires_at: expiresAt }: Verified,
  proof: PaymentProof,
): EbookPurchase =>
  status === "paid" && url !== null ? { kind: "bought", downloadUrl: url, expiresAt } : { kind: "pending", proof };

export interface EbookPurchaseControls {
  readonly purchase: EbookPurchase;
  buy(): Promise<void>;
  open(proof: PaymentProof): Promise<void>;
  forget(): void;
}

export function useEbookPurchase(): EbookPurchaseControls {
  const [purchase, setPurchase] = useState<EbookPurchase>({ kind: "idle", error: null });

  const open = async (proof: PaymentProof): Promise<void> => {
    try {
      const verified = await api("POST", "/payment/guest/verify", { body: proof });
      setPurchase(toBought(verified, proof));
    } catch (cause) {
      if (!isFinal(cause)) return setPurchase({ kind: "link_failed", proof });
      forgetPurchase();
      setPurchase({ kind: "idle", error: ebookTexts.verificationFailed });
    }
  };
  const stop = (error: string | null) => setPurchase({ kind: "idle", error });

  /** Until the payment sheet is closed again. */
  const isRunning = useRef(false);
  const buy = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPurchase({ kind: "processing" });
    try {
      const order = await orderEbook();
      await openWidget(
        order,
        { description: ebookTexts.description },
        {
          onPaid(proof) {
            isRunning.current = false;
            rememberPurchase(proof);
            setPurchase({ kind: "opening", proof });
            void open(proof);
          },
          onFailed: () => stop(ebookTexts.paymentFailed),
          // the earlier failure stays on the page
          onDismissed() {
            isRunning.current = false;
            setPurchase((now) => (now.kind === "processing" ? { kind: "idle", error: null } : now));
          },
        },
      );
    } catch (cause) {
      isRunning.current = false;
      stop(faultText(cause));
    }
  };

  useReturn(purchase, (proof) => {
    setPurchase({ kind: "opening", proof });
    void open(proof);
  });
  useWaiting(purchase, open);

  const forget = () => {
    forgetPurchase();
    stop(null);
  };
  return { purchase, buy, open, forget };
}

/** A2.50: a purchase made on this device opens again after a reload. */
function useReturn(purchase: EbookPurchase, take: (proof: PaymentProof) => void): void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    const proof = rememberedPurchase();
    if (proof !== null && purchase.kind === "idle") take(proof);
  }, [purchase.kind, take]);
}

function useWaiting(purchase: EbookPurchase, open: (proof: PaymentProof) => Promise<void>): void {
  const ask = useRef(open);
  useEffect(() => {
    ask.current = open;
  });
  useEffect(() => {
    if (purchase.kind !== "pending") return;
    const timer = setTimeout(() => void ask.current(purchase.proof), POLL.paymentMs);
    return () => clearTimeout(timer);
  }, [purchase]);
}
