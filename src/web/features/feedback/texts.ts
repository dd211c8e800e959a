import type { FeedbackKind, FeedbackStatus } from '#shared/feedback.ts';
import { product } from '#shared/product.ts';

export const kindTexts: Record<FeedbackKind, string> = { idea: 'Idea', problem: 'Problem', question: 'Question', praise: 'Praise' };
export const statusTexts: Record<FeedbackStatus, string> = { new: 'New', open: 'Looked at', done: 'Done', declined: 'Not planned' };

export const sendTexts = {
  button: 'Feedback',
  title: 'Feedback',
  lead: `Read by the people who run this ${product}. The page you are on goes with it.`,
  kind: 'Kind',
  message: 'What is on your mind?',
  send: 'Send',
  attach: 'Add a picture',
  attachHint: 'Optional: a screenshot as a file, or paste one here. It goes to the admins of this instance only.',
  picture: 'Your picture',
  removePicture: 'Remove the picture',
  notAPicture: 'This file cannot be shown as a picture.',
  thanks: 'Thank you. The reply will appear under Feedback.',
  mine: 'What you sent',
  reply: 'Reply',
};

export const receivedTexts = {
  title: 'User Feedback',
  lead: 'What users sent by the feedback button. They see your reply where they wrote.',
  filter: 'Status',
  all: 'All',
  empty: 'Nothing here. Users find the feedback button at the foot of the sidebar.',
  showPicture: 'Show the picture',
  picture: (name: string) => `Picture sent by ${name}`,
  noPicture: 'The picture could not be read.',
  from: (page: string) => `on ${page}`,
  status: 'Status',
  reply: 'Your reply',
  answer: 'Reply',
  changeReply: 'Change the reply',
  save: 'Send reply',
  saved: 'Saved',
};
