import { t } from '#web/lib/language.ts';

export const unsentTexts = {
  unsent: (count: number) => t('{count, plural, one {# change waits} other {# changes wait}} for the network.', { count }),
  /** `what`: a change of a page that was closed before the network was back. */
  refused: (what: string, reason: string) => t("Couldn't save “{what}”. {reason}", { what, reason }),
  offline: (since: string) => t('Offline: you see what was here at {since}.', { since }),
  tryNow: t('Try now'),
};
