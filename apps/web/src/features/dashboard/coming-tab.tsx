import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { comingTexts } from "./dashboard.texts.ts";
import { tabIcons } from "./dashboard-sidebar.tsx";
import { labelOf, pathOf } from "./dashboard-tab.ts";

/** One honest line where a screen is still being built. */
export function ComingTab({ tab }: { tab: keyof typeof comingTexts }) {
  const Icon = tabIcons[tab];
  return (
    <Card>
      <EmptyState
        title={comingTexts[tab]}
        icon={<Icon className="size-5" aria-hidden="true" />}
        action={
          <Button asChild>
            <Link to={pathOf("UserProfile")}>{labelOf("UserProfile")}</Link>
          </Button>
        }
      />
    </Card>
  );
}
