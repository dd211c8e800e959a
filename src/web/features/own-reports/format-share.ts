import type { Share } from '#shared/own-reports.ts';
import { fullNumber } from '#web/lib/format.ts';

/** 0.075 is "7.5%", 0.25 is "25%". */
export function percent(share: number): string {
  const figure = share * 100;
  return `${figure > 0 && figure < 10 && Math.round(figure * 10) % 10 !== 0 ? figure.toFixed(1) : Math.round(figure)}%`;
}

export const formatShare = ({ k, n }: Pick<Share, 'k' | 'n'>): string => (n === 0 ? '–' : percent(k / n));
export const formatSample = ({ k, n }: Pick<Share, 'k' | 'n'>): string => `${fullNumber(k)} of ${fullNumber(n)}`;
/** The confidence interval. */
export const shareRange = ({ low, high }: Pick<Share, 'low' | 'high'>): string => `${percent(low)} to ${percent(high)}`;
/** "7" and "7.5". */
export const plainNumber = (value: number): string => fullNumber(Math.round(value * 10) / 10);
export const numberRange = ({ low, high }: { low: number; high: number }): string =>
  low === high ? plainNumber(low) : `${plainNumber(low)} to ${plainNumber(high)}`;
