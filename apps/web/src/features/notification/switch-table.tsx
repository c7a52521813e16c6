import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from "@vriddhi/core/notification/notification-kind";
import { channelNames, kindNames, notificationTexts as texts } from "./notification.texts.ts";
import type { Preferences } from "./notification-queries.ts";

interface SwitchTableProps {
  readonly switches: Preferences["switches"];
  readonly isTelegramOffered: boolean;
  onChange(kind: NotificationKind, channel: NotificationChannel, isOn: boolean): void;
}

/** Alerts by channel. A locked one shows that it is on, and why it cannot be changed. */
export function SwitchTable({ switches, isTelegramOffered, onChange }: SwitchTableProps) {
  const channels = notificationChannels.filter((channel) => channel !== "telegram" || isTelegramOffered);
  const find = (kind: NotificationKind, channel: NotificationChannel) =>
    switches.find((each) => each.kind === kind && each.channel === channel);
  return (
    <div className="px-5 py-4 sm:px-6">
      <table className="w-full border-collapse text-left">
        <caption className="pb-2 text-left font-medium">{texts.tableCaption}</caption>
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="py-2 font-normal">
              {texts.kindColumn}
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-16 py-2 text-center font-normal sm:w-24">
                {channelNames[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notificationKinds.map((kind) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-1 pr-2 text-sm font-medium sm:text-base">
                {kindNames[kind]}
                {find(kind, "mail")?.is_locked && (
                  <span className="block text-sm font-normal text-muted">{texts.locked}</span>
                )}
              </th>
              {channels.map((channel) => (
                <td key={channel} className="text-center">
                  <label className="inline-grid size-11 cursor-pointer place-items-center has-disabled:cursor-default">
                    <span className="sr-only">{`${kindNames[kind]}: ${channelNames[channel]}`}</span>
                    <input
                      type="checkbox"
                      className="size-5 accent-text disabled:opacity-50"
                      checked={find(kind, channel)?.is_on ?? false}
                      disabled={find(kind, channel)?.is_locked ?? true}
                      onChange={(event) => onChange(kind, channel, event.currentTarget.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
