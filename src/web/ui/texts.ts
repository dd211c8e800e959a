/** Labels built into the components. */
export const partTexts = {
  close: 'Close',
  notifications: 'Notifications',
  accent: 'Accent color',
  table: 'Show as table',
};
