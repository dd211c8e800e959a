/** The documentation in German; `{#anchor}` behind a heading is its anchor in the English one. */
export { default as ai } from './de/ai.md?raw';
export { default as analytics } from './de/analytics.md?raw';
export { default as api } from './de/api.md?raw';
export { default as notifications } from './de/notifications.md?raw';
export { default as 'reddit-access' } from './de/reddit-access.md?raw';
export { default as replies } from './de/replies.md?raw';
export { default as rules } from './de/rules.md?raw';
export { default as scoring } from './de/scoring.md?raw';
export { default as sources } from './de/sources.md?raw';
