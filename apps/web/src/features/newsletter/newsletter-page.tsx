import Mail from "lucide-react/icons/mail";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const texts = {
  title: "Newsletter",
  lead: "Market notes, IPO news and what we learn from our own trading days.",
  emptyTitle: "The first issue is being written",
  emptyBody: "It will stand here, free to read. Until then our research holds the longer pieces.",
  research: "Read our research",
} as const;

/** A2.17, C2.13: the page before anything was published. */
export function NewsletterPage() {
  return (
    <div className="page-width grid full-page content-start gap-10 py-12 md:py-20">
      <header className="grid gap-4">
        <h1 className="text-3xl font-semibold">{texts.title}</h1>
        <p className="text-lg text-muted">{texts.lead}</p>
      </header>
      <Card>
        <EmptyState
          title={texts.emptyTitle}
          icon={<Mail className="size-6" aria-hidden="true" />}
          action={
            <Button asChild variant="primary">
              <Link to="/research">{texts.research}</Link>
            </Button>
          }
        >
          {texts.emptyBody}
        </EmptyState>
      </Card>
    </div>
  );
}
