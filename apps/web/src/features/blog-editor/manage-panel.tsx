import { useState } from "react";
import { useNavigate } from "react-router";
import { Card, CardHeader } from "../../ui/card.tsx";
import { manageTexts as texts } from "./editor.texts.ts";
import { ManageList } from "./manage-dialog.tsx";
import { RevisionsDialog } from "./revisions-dialog.tsx";

export function ManagePanel() {
  const navigate = useNavigate();
  const [earlier, setEarlier] = useState<string | null>(null);
  const edit = (id: string) => void navigate(`/research/create?edit=${id}`);
  return (
    <Card>
      <CardHeader title={texts.title} />
      <div className="px-6 py-2">
        <ManageList isOpen onEdit={edit} onEarlier={setEarlier} />
      </div>
      <RevisionsDialog postId={earlier} onClose={() => setEarlier(null)} onRestored={() => undefined} />
    </Card>
  );
}
