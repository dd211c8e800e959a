import { t } from '#web/lib/language.ts';
import { dateFormat } from '#web/lib/format.ts';
import { spans } from '#web/lib/url-params.ts';

const labels: Record<string, string> = { '1d': t('Last 24 hours'), '7d': t('Last 7 days'), '30d': t('Last 30 days') };

/** A span, a day, or a moment of the address, as people read it. */
export function foundLabel(since: string): string {
  const clock = since.includes('T') ? { hour: '2-digit', minute: '2-digit' } : {};
  const moment = dateFormat({ day: 'numeric', month: 'short', ...clock } as Intl.DateTimeFormatOptions);
  return labels[since] ?? t('Since {format}', { format: moment.format(new Date(since)) });
}

export const foundOptions = spans.map((span) => ({ value: span, label: foundLabel(span) }));
