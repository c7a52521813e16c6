import { type ClientFrame, frameTypes, readChannels } from "./hsm-frames.ts";

const FULL = 70;
const LITE = 76;

export interface Channels {
  setMode(frame: ClientFrame): boolean;
  hold(frame: ClientFrame): void;
  isLite(channel: number): boolean;
  isPaused(channel: number): boolean;
}

function putAll(set: Set<number>, channels: readonly number[], isIn: boolean): void {
  for (const channel of channels) {
    if (isIn) set.add(channel);
    else set.delete(channel);
  }
}

export function createChannels(): Channels {
  const lite = new Set<number>();
  const paused = new Set<number>();
  return {
    setMode({ fields }) {
      const mode = fields.get(2)?.[0];
      if (mode !== FULL && mode !== LITE) return false;
      putAll(lite, readChannels(fields.get(1)), mode === LITE);
      return true;
    },
    hold: ({ type, fields }) => putAll(paused, readChannels(fields.get(1)), type === frameTypes.pause),
    isLite: (channel) => lite.has(channel),
    isPaused: (channel) => paused.has(channel),
  };
}
