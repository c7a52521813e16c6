import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SUPPORT_MESSAGE_MAX, SUPPORT_TOPICS, type SupportTopic } from "@vriddhi/core/site/support-message";
import { type FormEvent, useState } from "react";
import { ApiError, api } from "../../lib/api.ts";
import { supportTopics } from "../../texts/support-topic.texts.ts";
import { Button } from "../../ui/button.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Select } from "../../ui/select.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { threadTexts } from "./support-thread.texts.ts";

const topicOptions = SUPPORT_TOPICS.map((value) => ({ value, label: supportTopics[value] }));

interface NewThreadProps {
  onOpened(threadId: string): void;
  onCancel(): void;
}

export function NewThread({ onOpened, onCancel }: NewThreadProps) {
  const queries = useQueryClient();
  const [topic, setTopic] = useState<SupportTopic>("account");
  const [message, setMessage] = useState("");
  const opening = useMutation({
    mutationFn: () => api("POST", "/support/threads", { body: { topic, message } }),
    onSuccess: async ({ thread }) => {
      await queries.invalidateQueries({ queryKey: ["/support/threads"] });
      onOpened(thread.id);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!opening.isPending) opening.mutate();
  };
  const { error } = opening;
  return (
    <form method="post" noValidate className="grid gap-5 p-4 sm:p-6" onSubmit={submit}>
      <Select label={threadTexts.topic} options={topicOptions} value={topic} onValueChange={setTopic} />
      <TextAreaField
        label={threadTexts.question}
        rows={5}
        maxLength={SUPPORT_MESSAGE_MAX}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
        hint={threadTexts.hint}
      />
      <FormFault>
        {error && (error instanceof ApiError && error.detail !== null ? error.detail : threadTexts.sendFailed)}
      </FormFault>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={opening.isPending}>
          {threadTexts.start}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {threadTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
