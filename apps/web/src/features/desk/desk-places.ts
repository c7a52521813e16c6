import Activity from "lucide-react/icons/activity";
import CalendarDays from "lucide-react/icons/calendar-days";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import FlaskConical from "lucide-react/icons/flask-conical";
import HandCoins from "lucide-react/icons/hand-coins";
import HeartPulse from "lucide-react/icons/heart-pulse";
import List from "lucide-react/icons/list";
import MessageSquare from "lucide-react/icons/message-square";
import ShieldCheck from "lucide-react/icons/shield-check";
import TicketPercent from "lucide-react/icons/ticket-percent";
import Users from "lucide-react/icons/users";

export type DeskPlace =
  | "desk"
  | "users"
  | "signals"
  | "orders"
  | "support"
  | "health"
  | "audit"
  | "calendar"
  | "coupons"
  | "guarantees"
  | "backtest";

interface PlaceEntry {
  readonly place: DeskPlace;
  readonly label: string;
  readonly to: string;
  readonly Icon: typeof Users;
  /** Also in the bar at the thumb. */
  readonly isNear: boolean;
}

export const deskPlaces: readonly PlaceEntry[] = [
  { place: "desk", label: "Desk", to: "/secret/dashboard", Icon: Activity, isNear: true },
  { place: "users", label: "Users", to: "/admin/dashboard", Icon: Users, isNear: true },
  { place: "signals", label: "Signals", to: "/secret/signals", Icon: ChartNoAxesColumn, isNear: false },
  { place: "orders", label: "Orders", to: "/secret/orders", Icon: List, isNear: false },
  { place: "support", label: "Support", to: "/secret/support", Icon: MessageSquare, isNear: true },
  { place: "health", label: "Health", to: "/secret/health", Icon: HeartPulse, isNear: false },
  { place: "calendar", label: "Calendar", to: "/secret/calendar", Icon: CalendarDays, isNear: false },
  { place: "coupons", label: "Coupons", to: "/secret/coupons", Icon: TicketPercent, isNear: false },
  { place: "guarantees", label: "Guarantee", to: "/secret/guarantees", Icon: HandCoins, isNear: false },
  { place: "audit", label: "Audit", to: "/secret/audit", Icon: ShieldCheck, isNear: false },
  { place: "backtest", label: "Back-test", to: "/admin/backtest", Icon: FlaskConical, isNear: false },
];
