import { QueryProvider } from "../../lib/query.tsx";
import { DetailsLine } from "./details-row.tsx";

/** With a query cache of its own: the plans page itself reads nothing. */
export function CheckoutDetails() {
  return (
    <QueryProvider>
      <DetailsLine />
    </QueryProvider>
  );
}
