import { randomUUID } from "node:crypto";
import type { EndpointName } from "@vriddhi/contract/endpoints";
import { type ResourceMaker, rowExists } from "./resource.ts";

const aThread = (isPrivate: boolean): ResourceMaker => ({
  isPrivate,
  async make(product, owner) {
    const threadId = randomUUID();
    await product.query(
      `INSERT INTO support_threads (id, reference, user_id, name, email, topic, status, created_at, writer_at)
       VALUES ($1, $2, $3, 'Asha', $4, 'broker', 'open', now(), now())`,
      [threadId, `VR-${threadId.slice(0, 8)}`, owner.id, owner.email],
    );
    const stillExists = async () =>
      (await product.query("SELECT 1 FROM support_threads WHERE id = $1 AND status = 'open'", [threadId])).length === 1;
    return { params: { threadId }, stillExists };
  },
});

export const supportResourceMakers: Partial<Record<EndpointName, ResourceMaker>> = {
  readThread: aThread(true),
  writeToThread: aThread(true),
  markThreadRead: aThread(true),
  // Bound to a browser and not an account: without its token even its creator gets a 404.
  readChat: aThread(false),
  writeToChat: aThread(false),
  markChatRead: aThread(false),
  readDeskThread: aThread(false),
  answerThread: aThread(false),
  markDeskThreadRead: aThread(false),
  closeThread: aThread(false),
  dropCannedAnswer: {
    isPrivate: false,
    async make(product) {
      const cannedId = randomUUID();
      await product.query("INSERT INTO support_canned VALUES ($1, 'Hello', 'Good morning.', now())", [cannedId]);
      return { params: { cannedId }, stillExists: rowExists(product, "support_canned", cannedId) };
    },
  },
};
