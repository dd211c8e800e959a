import type { FeedbackKind, FeedbackStatus } from '#shared/feedback.ts';
import { product } from '#shared/product.ts';
import { t } from '#web/lib/language.ts';

export const kindTexts: Record<FeedbackKind, string> = {
  idea: t('Idea'),
  problem: t('Problem'),
  question: t('Question'),
  praise: t('Praise'),
};
export const statusTexts: Record<FeedbackStatus, string> = {
  new: t('New'),
  open: t('In review'),
  done: t('Done'),
  declined: t('Not planned'),
};

export const sendTexts = {
  title: t('Feedback'),
  lead: t("Goes to the people who run this {product}, with the page you're on.", { product }),
  kind: t('Kind'),
  message: t("What's on your mind?"),
  send: t('Send feedback'),
  attach: t('Add a picture'),
  attachHint: t('Optional: choose a screenshot or paste one here. Only the admins of this instance can see it.'),
  picture: t('Your picture'),
  removePicture: t('Remove picture'),
  notAPicture: t("This file isn't a picture. Choose a PNG, JPEG, or WebP file."),
  thanks: t('Feedback sent. The reply will appear under Feedback.'),
  mine: t('What you sent'),
  reply: t('Reply'),
};

export const receivedTexts = {
  title: t('User Feedback'),
  lead: t('Messages that users sent with the feedback button. They see your reply in the same place.'),
  filter: t('Status'),
  all: t('All'),
  empty: t('No feedback. Users find the feedback button at the bottom of the sidebar.'),
  showPicture: t('Show picture'),
  picture: (name: string) => t('Picture sent by {name}', { name }),
  noPicture: t("Couldn't load the picture."),
  from: (page: string) => t('on {page}', { page }),
  status: t('Status'),
  reply: t('Your reply'),
  answer: t('Reply'),
  changeReply: t('Edit reply'),
  save: t('Send reply'),
  saved: t('Reply sent'),
};
