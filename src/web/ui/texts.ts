/** Labels built into the components. */
export const uiTexts = {
  close: 'Close',
  crashed: "Couldn't show this part of the page.",
  notifications: 'Notifications',
  accent: 'Accent color',
  table: 'Show as table',
};
