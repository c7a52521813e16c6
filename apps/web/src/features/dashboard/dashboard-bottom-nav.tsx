import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import Activity from "lucide-react/icons/activity";
import Bell from "lucide-react/icons/bell";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import Plug from "lucide-react/icons/plug";
import Sun from "lucide-react/icons/sun";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { CountBadge } from "./count-badge.tsx";
import { type Place, placeOf, tabOfPlace } from "./dashboard-place.ts";
import { type DashboardTab, pathOf } from "./dashboard-tab.ts";

const places: readonly { readonly place: Place; readonly label: string; readonly Icon: typeof Plug }[] = [
  { place: "today", label: "Today", Icon: Sun },
  { place: "trading", label: "Trading", Icon: Activity },
  { place: "brokers", label: "Brokers", Icon: Plug },
  { place: "alerts", label: "Alerts", Icon: Bell },
  { place: "you", label: "You", Icon: CircleUserRound },
];

interface DashboardBottomNavProps {
  current: DashboardTab;
  homeBroker: BrokerName;
  unseen: number;
}

export function DashboardBottomNav({ current, homeBroker, unseen }: DashboardBottomNavProps) {
  const here = placeOf(current);
  return (
    <nav
      aria-label="Quick navigation"
      className="grid grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {places.map(({ place, label, Icon }) => {
        const tab = tabOfPlace(place, current, homeBroker);
        const isHere = place === here;
        return (
          <Link
            key={place}
            to={pathOf(tab)}
            aria-current={isHere ? (tab === current ? "page" : "true") : undefined}
            className={classNames(
              "relative grid h-16 min-w-0 content-center justify-items-center gap-1 text-[0.75rem] leading-4",
              isHere ? "font-semibold text-text" : "font-medium text-muted",
            )}
          >
            {isHere && <span className="absolute inset-x-4 -top-px h-0.5 rounded-full bg-accent" aria-hidden="true" />}
            <span className={classNames("relative grid size-6 place-items-center", isHere && "text-accent-text")}>
              <Icon className="size-5.5" aria-hidden="true" />
              {place === "alerts" && <CountBadge count={unseen} className="absolute -top-1.5 -right-2.5" />}
            </span>
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
