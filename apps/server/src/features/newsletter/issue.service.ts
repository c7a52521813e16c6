import { randomUUID } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { MarkdownWorkers } from "../../platform/markdown/markdown-workers.ts";
import type { RenderFailure } from "../../platform/markdown/rendered.ts";
import type { Issue, IssueStore, IssueText } from "./newsletter.store.ts";

export interface IssueServiceDeps {
  readonly store: IssueStore;
  readonly clock: HumanClock;
  readonly markdown: Pick<MarkdownWorkers, "render">;
}

export type IssueService = ReturnType<typeof createIssueService>;

const PUBLIC_PAGE = 20;

export function createIssueService({ store, clock, markdown }: IssueServiceDeps) {
  async function written(text: Omit<IssueText, "html">): Promise<IssueText | RenderFailure> {
    const rendered = await markdown.render(text.content);
    return typeof rendered === "string" ? rendered : { ...text, html: rendered.html };
  }
  /** The stored issue explains the refusal. */
  const refusal = async (id: string): Promise<"issue_unknown" | "issue_sent"> =>
    (await store.find(id)) === null ? "issue_unknown" : "issue_sent";

  return {
    list: store.list,
    async listSent(page: number): Promise<{ readonly issues: readonly Issue[]; readonly hasMore: boolean }> {
      const found = await store.listSent((page - 1) * PUBLIC_PAGE, PUBLIC_PAGE + 1);
      return { issues: found.slice(0, PUBLIC_PAGE), hasMore: found.length > PUBLIC_PAGE };
    },
    async create(text: Omit<IssueText, "html">): Promise<Result<Issue, RenderFailure | "not_found">> {
      const made = await written(text);
      if (typeof made === "string") return err(made);
      const id = randomUUID();
      await store.add(id, made, clock.now());
      const issue = await store.find(id);
      return issue === null ? err("not_found") : ok(issue);
    },
    async update(
      id: string,
      text: Omit<IssueText, "html">,
    ): Promise<Result<Issue, RenderFailure | "issue_unknown" | "issue_sent">> {
      const made = await written(text);
      if (typeof made === "string") return err(made);
      if (!(await store.change(id, made, clock.now()))) return err(await refusal(id));
      const issue = await store.find(id);
      return issue === null ? err("issue_unknown") : ok(issue);
    },
    async remove(id: string): Promise<Result<null, "issue_unknown" | "issue_sent">> {
      return (await store.remove(id)) ? ok(null) : err(await refusal(id));
    },
    async send(id: string): Promise<Result<Issue, "issue_unknown" | "no_readers">> {
      if ((await store.begin(id, clock.now())) === "empty") return err("no_readers");
      const issue = await store.find(id);
      return issue === null ? err("issue_unknown") : ok(issue);
    },
  };
}
