import { t } from '#web/lib/language.ts';
/** Labels built into the components. */
export const uiTexts = {
  close: t('Close'),
  crashed: t("Couldn't show this part of the page."),
  notifications: t('Notifications'),
  accent: t('Accent color'),
  table: t('Show as table'),
  whenPlaceholder: t('tomorrow, tue 9, in 2 h'),
  dateAndTime: t('Date and time'),
};
