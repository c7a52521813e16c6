const WORDS_PER_MINUTE = 200;

export function readingMinutes(content: string): number {
  const words = content.match(/\S+/g)?.length ?? 0;
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
}
