import { spans } from '#web/lib/url-params.ts';

const labels: Record<string, string> = { '1d': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' };

/** A span, a day, or a moment of the address, as people read it. */
export function foundLabel(since: string): string {
  const clock = since.includes('T') ? { hour: '2-digit', minute: '2-digit' } : {};
  const moment = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', ...clock } as Intl.DateTimeFormatOptions);
  return labels[since] ?? `Since ${moment.format(new Date(since))}`;
}

export const foundOptions = spans.map((span) => ({ value: span, label: foundLabel(span) }));
