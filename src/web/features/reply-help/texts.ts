import { counted } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const checkTexts = {
  title: t('Before you send'),
  as: (account: string) => t('as u/{account}', { account }),
  stops: (count: number, first: string) => `${counted(count, 'blocker')}: ${first}`,
  asks: (count: number, first: string) => `${counted(count, 'warning')}: ${first}`,
  ready: (unknown: number) => (unknown === 0 ? t('Ready') : t('Ready, {unknown} not checked', { unknown })),
  unknown: (count: number) => t("Couldn't check {count, plural, one {# thing} other {# things}}", { count }),
  failed: t("Couldn't check this reply."),
  retry: t('Check again'),
  loading: t('Checking…'),
  askTitle: t('Post it anyway?'),
  askText: t('The check found these problems. Posting is up to you.'),
  confirm: t('Post to Reddit'),
  back: t('Back to editing'),
};

export const draftTexts = {
  first: t('Write drafts'),
  again: t('Rewrite drafts'),
  choose: t('Drafts'),
  undo: t('Restore my text'),
  failed: t("Couldn't write drafts."),
  nothing: t('The model wrote nothing usable.'),
  retry: t('Try again'),
  tab: t('Tab'),
  takes: t('uses this draft,'),
  escape: t('Esc'),
  hides: t('hides it.'),
  own: t('You wrote this before. Change it to fit: the same text twice looks like spam.'),
  byModel: (by: string) => t('Written by {by}. Read it carefully before you send it.', { by }),
};
