import { formatIstDateTime, instantOf } from "../../../lib/format.ts";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Detail, DetailList } from "../../../ui/detail-list.tsx";

export const Moment = ({ at }: { at: string | null }) =>
  at === null ? connectionTexts.unknown : <time dateTime={at}>{formatIstDateTime(instantOf(at))}</time>;

type Fact = readonly [name: string, value: React.ReactNode];

export function LinkFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <DetailList>
      {facts.map(([name, value]) => (
        <Detail key={name} name={name}>
          {value ?? connectionTexts.unknown}
        </Detail>
      ))}
    </DetailList>
  );
}
