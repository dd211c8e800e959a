/** Labels built into the components. */
export const uiTexts = {
  close: 'Close',
  crashed: "Couldn't show this part of the page.",
  notifications: 'Notifications',
  accent: 'Accent color',
  table: 'Show as table',
  whenPlaceholder: 'tomorrow, tue 9, in 2 h',
  dateAndTime: 'Date and time',
};
