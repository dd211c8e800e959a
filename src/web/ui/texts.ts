/** Labels built into the components. */
export const uiTexts = {
  close: 'Close',
  notifications: 'Notifications',
  accent: 'Accent color',
  table: 'Show as table',
};
