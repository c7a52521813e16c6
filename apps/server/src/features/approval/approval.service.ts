import { createHash } from "node:crypto";
import type { Side } from "@vriddhi/core/order/order";
import { decideApproval } from "@vriddhi/core/risk/approval";
import { guardPrice } from "@vriddhi/core/risk/price-guard";
import type { Paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { Explained } from "../../platform/http/handler.ts";
import type { ApprovalStore, Decider, OfferDetails, OfferOrder, StoredOffer } from "./approval.store.ts";
import { decidedSentences, overSentences } from "./approval.texts.ts";

/** A link shows its offer a little longer than it can decide it. */
const SHOWN_AFTER_MS = MINUTE_MS;

export const hashOfToken = (token: string): Buffer => createHash("sha256").update(token).digest();

export interface ApprovalDeps {
  readonly store: ApprovalStore;
  readonly clock: HumanClock;
  executable(isin: string, side: Side): Paise | null;
  notifyPages(tx: Tx, userId: string): Promise<void>;
}

export interface ShownOffer extends StoredOffer {
  readonly details: OfferDetails | null;
  readonly guard: Paise;
  readonly price: Paise | null;
  readonly leftMs: number;
  readonly order: OfferOrder | null;
}

export interface DecidedOffer {
  readonly tag: string;
  readonly answer: "approved" | "declined" | "price_moved";
  readonly detail: string;
}

type Over = Explained<"approval_over">;

export interface ApprovalService {
  listOf(userId: string): Promise<readonly ShownOffer[]>;
  decide(
    userId: string,
    tag: string,
    request: "approve" | "decline",
  ): Promise<Result<DecidedOffer, "not_found" | Over>>;
  showByLink(token: string): Promise<Result<ShownOffer, "link_wrong">>;
  decideByLink(token: string, request: "approve" | "decline"): Promise<Result<DecidedOffer, "link_wrong" | Over>>;
}

/** The user's part: across devices and processes, one answer counts. */
export function createApprovalService({ store, clock, executable, notifyPages }: ApprovalDeps): ApprovalService {
  function answerTo(offer: StoredOffer, request: "approve" | "decline") {
    const at = clock.now();
    const { side, signalPrice, until } = offer;
    const event =
      request === "approve"
        ? ({ kind: "approve", at, executable: executable(offer.isin, side) } as const)
        : ({ kind: "decline", at } as const);
    return {
      at,
      answer: decideApproval({ side, signalPrice, until, decision: null }, event).decision?.answer ?? "lapsed",
    };
  }

  async function settle(
    offer: StoredOffer,
    decider: Decider,
    request: "approve" | "decline",
    read: () => Promise<StoredOffer | null>,
  ): Promise<Result<DecidedOffer, Over>> {
    const { tag, userId } = offer;
    const { at, answer } = answerTo(offer, request);
    const isFirst =
      answer !== "lapsed" &&
      (await store.transaction(async (tx) => {
        if (!(await store.decide(tx, tag, decider, answer, at))) return false;
        await notifyPages(tx, userId);
        return true;
      }));
    if (isFirst) return ok({ tag, answer, detail: decidedSentences[answer] });
    return err({ code: "approval_over", detail: overSentences[(await read())?.answer ?? "lapsed"] });
  }

  async function shown(token: string): Promise<StoredOffer | null> {
    const offer = await store.findByToken(hashOfToken(token));
    return offer !== null && clock.now() < later(offer.until, SHOWN_AFTER_MS) ? offer : null;
  }

  const toShown = async (offer: StoredOffer): Promise<ShownOffer> => ({
    ...offer,
    details: await store.detailsOf(offer),
    guard: guardPrice(offer.side, offer.signalPrice),
    price: executable(offer.isin, offer.side),
    leftMs: Math.max(0, offer.until - clock.now()),
    order: offer.answer === null ? null : await store.orderOf(offer.tag, offer.day),
  });

  return {
    listOf: async (userId) => Promise.all((await store.listOpenOf(userId, clock.now())).map(toShown)),
    async decide(userId, tag, request) {
      const read = () => store.find(tag, userId);
      const offer = await read();
      return offer === null ? err("not_found") : settle(offer, { by: "page", userId }, request, read);
    },
    async showByLink(token) {
      const offer = await shown(token);
      return offer === null ? err("link_wrong") : ok(await toShown(offer));
    },
    async decideByLink(token, request) {
      const offer = await shown(token);
      if (offer === null) return err("link_wrong");
      const tokenHash = hashOfToken(token);
      return settle(offer, { by: "link", tokenHash }, request, () => store.findByToken(tokenHash));
    },
  };
}
