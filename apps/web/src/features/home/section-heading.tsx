interface SectionHeadingProps {
  readonly id: string;
  readonly eyebrow: string;
  readonly title: string;
  readonly lead?: string;
}

export function SectionHeading({ id, eyebrow, title, lead }: SectionHeadingProps) {
  return (
    <header className="grid max-w-2xl content-start gap-4">
      <p className="text-sm font-medium text-accent-text">{eyebrow}</p>
      <h2 id={id} className="text-3xl font-semibold">
        {title}
      </h2>
      {lead && <p className="text-lg text-muted">{lead}</p>}
    </header>
  );
}
