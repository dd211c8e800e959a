/** The documentation itself, bundled by the build. */
export { default as ai } from '../../../../docs/ai.md?raw';
export { default as analytics } from '../../../../docs/analytics.md?raw';
export { default as api } from '../../../../docs/api.md?raw';
export { default as notifications } from '../../../../docs/notifications.md?raw';
export { default as 'reddit-access' } from '../../../../docs/reddit-access.md?raw';
export { default as replies } from '../../../../docs/replies.md?raw';
export { default as rules } from '../../../../docs/rules.md?raw';
export { default as scoring } from '../../../../docs/scoring.md?raw';
export { default as sources } from '../../../../docs/sources.md?raw';
