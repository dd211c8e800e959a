/** Labels built into the components. */
export const partTexts = {
  close: 'Close',
  notifications: 'Notifications',
  accent: 'Accent colour',
  table: 'Figures as a table',
};
