/** What parts say of themselves. */
export const partTexts = {
  close: 'Close',
  notifications: 'Notifications',
  accent: 'Accent colour',
  table: 'Figures as a table',
};
