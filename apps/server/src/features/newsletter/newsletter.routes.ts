import type { NewsletterIssue } from "@vriddhi/contract/newsletter";
import { err, ok } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { FastifyInstance } from "fastify";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { isRenderFailure, toUnrenderable } from "../../platform/markdown/rendered.ts";
import type { IssueService } from "./issue.service.ts";
import { BOUNCE_NOTED, CONFIRMED, ISSUE_DELETED, SIGNED_UP, UNSUBSCRIBED } from "./newsletter.messages.ts";
import type { Issue } from "./newsletter.store.ts";
import type { ReaderService } from "./reader.service.ts";

const orNull = (value: EpochMs | null): string | null => (value === null ? null : toTimestamp(value));

const textToWire = ({ id, title, category, content, html }: Issue) => ({ id, title, category, content, html });

const issueToWire = (issue: Issue): NewsletterIssue => ({
  ...textToWire(issue),
  state: issue.state,
  created_at: toTimestamp(issue.createdAt),
  updated_at: orNull(issue.updatedAt),
  sending_at: orNull(issue.sendingAt),
  sent_at: orNull(issue.sentAt),
  sending: issue.totals,
});

type ReaderHandlers = Handlers<
  "signUpForNewsletter" | "confirmNewsletter" | "unsubscribeNewsletter" | "noteBounce" | "listSentIssues"
>;
type IssueHandlers = Handlers<"listIssues" | "createIssue" | "updateIssue" | "deleteIssue" | "sendIssue">;

const readerHandlers = (readers: ReaderService, issues: IssueService): ReaderHandlers => ({
  async signUpForNewsletter({ body }) {
    // Bots get the same answer, so that they do not learn to leave the field empty.
    if (body.website === undefined || body.website === "") await readers.signUp(body.email);
    return ok({ message: SIGNED_UP });
  },
  async confirmNewsletter({ body }) {
    const confirmed = await readers.confirm(body.token);
    return confirmed.ok ? ok({ message: CONFIRMED }) : confirmed;
  },
  async unsubscribeNewsletter({ body }) {
    return (await readers.unsubscribe(body.token)) ? ok({ message: UNSUBSCRIBED }) : err("link_wrong");
  },
  async noteBounce({ body }) {
    await readers.noteBounce(body.email, body.is_permanent);
    return ok({ message: BOUNCE_NOTED });
  },
  async listSentIssues({ query }) {
    const { issues: sent, hasMore } = await issues.listSent(query.page ?? 1);
    const wire = sent.map((issue) => ({
      ...textToWire(issue),
      sent_at: toTimestamp(issue.sentAt ?? issue.createdAt),
    }));
    return ok({ issues: wire, has_more: hasMore });
  },
});

const issueHandlers = (readers: ReaderService, issues: IssueService): IssueHandlers => ({
  async listIssues() {
    const { confirmed, unconfirmed, unsubscribed, bounced } = await readers.counts();
    const counts = { confirmed, unconfirmed, unsubscribed, bounced };
    return ok({ issues: (await issues.list()).map(issueToWire), readers: counts });
  },
  async createIssue({ body }) {
    const made = await issues.create(body);
    if (made.ok) return ok(issueToWire(made.value));
    return err(isRenderFailure(made.error) ? toUnrenderable(made.error) : made.error);
  },
  async updateIssue({ params, body }) {
    const made = await issues.update(params.issueId, body);
    if (made.ok) return ok(issueToWire(made.value));
    return err(isRenderFailure(made.error) ? toUnrenderable(made.error) : made.error);
  },
  async deleteIssue({ params }) {
    const removed = await issues.remove(params.issueId);
    return removed.ok ? ok({ message: ISSUE_DELETED }) : removed;
  },
  async sendIssue({ params }) {
    const begun = await issues.send(params.issueId);
    return begun.ok ? ok(issueToWire(begun.value)) : begun;
  },
});

export const newsletterHandlers = (readers: ReaderService, issues: IssueService): ReaderHandlers & IssueHandlers => ({
  ...readerHandlers(readers, issues),
  ...issueHandlers(readers, issues),
});

const FORM_MAX_BYTES = 1_024;

/** RFC 8058: mail programs post here without cookies; the token in the address is the authorisation. */
export function serveOneClick(app: FastifyInstance, { unsubscribe }: Pick<ReaderService, "unsubscribe">): void {
  void app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: FORM_MAX_BYTES }, (_request, _body, done) =>
      done(null),
    );
    scope.post<{ Querystring: { unsubscribe?: string | string[] } }>("/newsletter", async (request, reply) => {
      const token = request.query.unsubscribe;
      const isDone = typeof token === "string" && (await unsubscribe(token));
      return reply
        .code(isDone ? 200 : 404)
        .type("text/plain; charset=utf-8")
        .send(isDone ? UNSUBSCRIBED : "This link is not complete.");
    });
    registered();
  });
}
