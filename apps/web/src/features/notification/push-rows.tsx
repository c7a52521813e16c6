import { useMutation, useQuery } from "@tanstack/react-query";
import BellRing from "lucide-react/icons/bell-ring";
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { api } from "../../lib/api.ts";
import { describeDevice } from "../../lib/device-name.ts";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { notificationTexts as texts } from "./notification.texts.ts";
import { type Preferences, useReadPreferencesAgain, useSayFailure, useTest } from "./notification-queries.ts";
import { NotificationRow } from "./notification-row.tsx";
import { canPush, currentSubscription, subscribe, unsubscribe } from "./push-browser.ts";

type Device = Preferences["push"]["devices"][number];

/** Which of the devices this browser is; the server identifies it by the subscription. */
function useThisDevice() {
  return useQuery({
    queryKey: ["this-push-device"],
    queryFn: async () => {
      const subscription = await currentSubscription();
      return subscription && (await api("POST", "/notifications/push", { body: subscription })).id;
    },
    retry: false,
  });
}

const remove = (deviceId: string) => api("DELETE", "/notifications/push/{deviceId}", { params: { deviceId } });

function usePush({ public_key: publicKey }: Preferences["push"]) {
  const device = useThisDevice();
  const readAgain = useReadPreferencesAgain();
  const sayFailure = useSayFailure();
  const after = { onError: sayFailure, onSettled: () => Promise.all([device.refetch(), readAgain()]) };
  const turnOn = useMutation({
    mutationFn: async () => api("POST", "/notifications/push", { body: await subscribe(publicKey) }),
    ...after,
  });
  const turnOff = useMutation({
    mutationFn: async () => {
      if (device.data) await remove(device.data);
      await unsubscribe();
    },
    ...after,
  });
  return { device, turnOn, turnOff };
}

function DeviceRow({ device }: { readonly device: Device }) {
  const readAgain = useReadPreferencesAgain();
  const sayFailure = useSayFailure();
  const removal = useMutation({ mutationFn: () => remove(device.id), onError: sayFailure, onSettled: readAgain });
  const { name } = describeDevice(device.name);
  return (
    <NotificationRow
      icon={MonitorSmartphone}
      title={texts.otherDevice(name)}
      actions={
        <Button
          size="sm"
          isBusy={removal.isPending}
          aria-label={`${texts.remove} ${name}`}
          onClick={() => removal.mutate()}
        >
          {texts.remove}
        </Button>
      }
    >
      {texts.since} <time dateTime={device.created_at}>{formatIstDateTime(instantOf(device.created_at))}</time>
    </NotificationRow>
  );
}

function explain(isOn: boolean): string {
  if (!canPush()) return texts.pushUnsupported;
  if (Notification.permission === "denied") return texts.pushDenied;
  return isOn ? texts.pushOn : texts.pushOff;
}

export function PushRows({ push }: { readonly push: Preferences["push"] }) {
  const { device, turnOn, turnOff } = usePush(push);
  const test = useTest("push");
  const isOn = push.devices.some(({ id }) => id === device.data);
  const change = isOn ? turnOff : turnOn;
  return (
    <>
      <NotificationRow
        icon={BellRing}
        title={texts.pushTitle}
        badge={isOn && <Badge tone="info">On</Badge>}
        actions={
          <>
            {push.devices.length > 0 && (
              <Button
                size="sm"
                isBusy={test.isPending}
                aria-label={`${texts.test} by push`}
                onClick={() => test.mutate()}
              >
                {texts.test}
              </Button>
            )}
            {canPush() && (
              <Button size="sm" isBusy={change.isPending} onClick={() => change.mutate()}>
                {isOn ? texts.pushTurnOff : texts.pushTurnOn}
              </Button>
            )}
          </>
        }
      >
        {explain(isOn)}
      </NotificationRow>
      {push.devices
        .filter(({ id }) => id !== device.data)
        .map((each) => (
          <DeviceRow key={each.id} device={each} />
        ))}
    </>
  );
}
