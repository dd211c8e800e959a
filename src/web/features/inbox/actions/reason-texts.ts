import type { DismissReason } from '#shared/posts.ts';
import { t } from '#web/lib/language.ts';

export const reasonLabels: Record<DismissReason, string> = {
  'not-my-customer': t('Not my customer'),
  'no-need': t('No need'),
  seller: t('Seller'),
  'wrong-place': t('Wrong subreddit'),
  old: t('Too old'),
};

export const reasonTexts = {
  askDismiss: t('Why dismiss this?'),
  askDismissMany: (count: number) => t('Why dismiss these {count}?', { count }),
  askBadMatch: t('Why is this a bad match?'),
  noReason: t('No reason'),
};

/** The option for a digit key, 1 for the first. */
export function optionForDigit<T>(key: string, options: readonly T[]): T | undefined {
  return /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;
}
