/** Trims characters that match the one-character patterns. A pattern for the whole end would take quadratic time. */
export function withoutEdges(text: string, { start, end }: { start: RegExp; end: RegExp }): string {
  let from = 0;
  let to = text.length;
  while (from < to && start.test(text.charAt(from))) from += 1;
  while (to > from && end.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
