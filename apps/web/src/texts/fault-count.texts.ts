export const faultCount = (count: number): string =>
  count === 1 ? "One field needs your attention." : `${count} fields need your attention.`;
