import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CANNED_TITLE_MAX } from "@vriddhi/core/site/support-thread";
import X from "lucide-react/icons/x";
import { type FormEvent, useState } from "react";
import { adminApi, adminRead } from "../../lib/admin-api.ts";
import { ApiError, type Reply } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { MessageComposer } from "../../ui/message-composer.tsx";
import { deskSupportTexts } from "./desk-support.texts.ts";

type Thread = Reply<"GET", "/api/admin/support/threads/{threadId}">["thread"];
type Canned = Reply<"GET", "/api/admin/support/canned">["answers"][number];

const canned = adminRead("/api/admin/support/canned");
const sentenceOf = (error: Error | null, otherwise: string): string | null =>
  error && (error instanceof ApiError && error.detail !== null ? error.detail : otherwise);

function KeepDialog({ body, onDone }: { body: string; onDone(): void }) {
  const queries = useQueryClient();
  const [title, setTitle] = useState("");
  const keeping = useMutation({
    mutationFn: () => adminApi("POST", "/api/admin/support/canned", { body: { title, body } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: canned.queryKey });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (title.trim() !== "" && !keeping.isPending) keeping.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onDone()}
      title={deskSupportTexts.keepTitle}
      description={deskSupportTexts.keepLead}
    >
      <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
        <TextField
          label={deskSupportTexts.keepName}
          maxLength={CANNED_TITLE_MAX}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <FormFault>{sentenceOf(keeping.error, deskSupportTexts.keepFailed)}</FormFault>
        <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="ghost" onClick={onDone}>
            {deskSupportTexts.cancel}
          </Button>
          <Button type="submit" isBusy={keeping.isPending}>
            {deskSupportTexts.keepSave}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function CannedChip({ answer, onUse }: { answer: Canned; onUse(): void }) {
  const queries = useQueryClient();
  const forgetting = useMutation({
    mutationFn: () => adminApi("DELETE", "/api/admin/support/canned/{cannedId}", { params: { cannedId: answer.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: canned.queryKey }),
  });
  return (
    <li className="flex shrink-0 items-center rounded-full border border-line-strong">
      <button type="button" onClick={onUse} className="thumb h-8 rounded-full px-3 text-[0.8125rem] font-medium">
        {answer.title}
      </button>
      {answer.is_own && (
        <button
          type="button"
          onClick={() => forgetting.mutate()}
          aria-label={deskSupportTexts.forget(answer.title)}
          className="thumb grid h-8 w-8 place-items-center rounded-full text-muted hover:text-text"
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

export function AnswerBox({ thread }: { thread: Thread }) {
  const queries = useQueryClient();
  const { data } = useQuery(canned);
  const [text, setText] = useState("");
  const [isKeeping, setKeeping] = useState(false);
  const sending = useMutation({
    mutationFn: () =>
      adminApi("POST", "/api/admin/support/threads/{threadId}/messages", {
        params: { threadId: thread.id },
        body: { message: text },
      }),
    onSuccess: async () => {
      setText("");
      await queries.invalidateQueries({ queryKey: ["desk", "/api/admin/support/threads/{threadId}"] });
      await queries.invalidateQueries({ queryKey: ["desk", "/api/admin/support/threads"] });
    },
  });
  const use = ({ body }: Canned) => setText((typed) => (typed.trim() === "" ? body : `${typed.trimEnd()}\n\n${body}`));
  return (
    <div className="grid gap-3">
      <ul aria-label={deskSupportTexts.canned} className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1">
        {data?.answers.map((answer) => (
          <CannedChip key={answer.id} answer={answer} onUse={() => use(answer)} />
        ))}
      </ul>
      <MessageComposer
        label={deskSupportTexts.write(thread.name)}
        send={deskSupportTexts.send}
        hint={thread.user_id === null ? deskSupportTexts.guestHint : deskSupportTexts.hint}
        value={text}
        onChange={setText}
        onSend={() => sending.mutate()}
        isBusy={sending.isPending}
        fault={sentenceOf(sending.error, deskSupportTexts.sendFailed)}
      />
      {text.trim() !== "" && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setKeeping(true)}>
          {deskSupportTexts.keep}
        </Button>
      )}
      {isKeeping && <KeepDialog body={text} onDone={() => setKeeping(false)} />}
    </div>
  );
}
