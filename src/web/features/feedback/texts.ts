import type { FeedbackKind, FeedbackStatus } from '#shared/feedback.ts';
import { product } from '#shared/product.ts';

export const kindTexts: Record<FeedbackKind, string> = { idea: 'Idea', problem: 'Problem', question: 'Question', praise: 'Praise' };
export const statusTexts: Record<FeedbackStatus, string> = { new: 'New', open: 'In review', done: 'Done', declined: 'Not planned' };

export const sendTexts = {
  title: 'Feedback',
  lead: `Goes to the people who run this ${product}, with the page you're on.`,
  kind: 'Kind',
  message: "What's on your mind?",
  send: 'Send feedback',
  attach: 'Add a picture',
  attachHint: 'Optional: choose a screenshot or paste one here. Only the admins of this instance can see it.',
  picture: 'Your picture',
  removePicture: 'Remove picture',
  notAPicture: "This file isn't a picture. Choose a PNG, JPEG, or WebP file.",
  thanks: 'Feedback sent. The reply will appear under Feedback.',
  mine: 'What you sent',
  reply: 'Reply',
};

export const receivedTexts = {
  title: 'User Feedback',
  lead: 'Messages that users sent with the feedback button. They see your reply in the same place.',
  filter: 'Status',
  all: 'All',
  empty: 'No feedback. Users find the feedback button at the bottom of the sidebar.',
  showPicture: 'Show picture',
  picture: (name: string) => `Picture sent by ${name}`,
  noPicture: "Couldn't load the picture.",
  from: (page: string) => `on ${page}`,
  status: 'Status',
  reply: 'Your reply',
  answer: 'Reply',
  changeReply: 'Edit reply',
  save: 'Send reply',
  saved: 'Reply sent',
};
