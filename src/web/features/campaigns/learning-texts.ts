import { counted, fullNumber } from '#web/lib/format.ts';

export const learningTexts = {
  failed: "Couldn't load what this campaign has learned.",
  empty: 'No feedback yet. Mark posts as good or bad matches, and the scores adapt.',
  reviewPosts: 'Review posts',
  needed: (count: number) => `Mark ${counted(count, 'more post')} as a good or bad match before your feedback changes the scores.`,
  behind: 'Your latest feedback is being applied.',
  goodMatches: (marked: number) => `good matches, of the last ${String(marked)} you marked`,
  goodMatchesNone: 'no posts marked yet',
  lessons: 'posts marked in total',
  pausedRules: 'paused rules',
  learned: 'What it has learned',
  learnedAside: 'points, on average',
  up: 'Raises the score',
  down: 'Lowers the score',
  upNone: 'Nothing yet',
  downNone: 'Nothing yet',
  learnedNone: "Appears here once you've marked eight posts.",
  learnedHint: 'Changes a score by at most 25 points. Undo your feedback to undo its effect.',
  reasons: 'Reasons you gave',
  reasonsNone: 'No reasons yet. After you mark a bad match, one key adds the reason.',
  suggested: 'Suggested changes',
  accept: { rule: 'Add rule', exclude: 'Exclude words', dropRule: 'Remove rule', dropStream: 'Stop monitoring' },
  accepted: { rule: 'Rule added', exclude: 'Words excluded', dropRule: 'Rule removed', dropStream: 'Stream removed' },
  notNow: 'Not now',
  dismissed: 'Suggestion dismissed',
  suggestFailed: (message: string) => `Couldn't change the campaign. ${message}`,
  suggestedNote: (count: number) => `Your marks suggest ${counted(count, 'change')}.`,
  suggestedLink: 'View changes',
  rules: 'Rule performance',
  rulesNone: 'This campaign has no rules. It matches by relevance only.',
  columns: { rule: 'Rule', matched: 'Posts', leads: 'Leads', right: 'Good matches', wrong: 'Bad matches', state: 'Status' },
  paused: 'Paused',
  active: 'Active',
  resume: 'Resume rule',
  resumeRule: (rule: string) => `Resume rule ${rule}`,
  resumed: 'Rule resumed. It also matches items fetched while it was paused.',
  resumeFailed: (message: string) => `Couldn't resume the rule. ${message}`,
  pausedHint:
    'A rule is paused automatically when its last eight or more marked posts were all bad matches. It matches nothing until you resume it.',
  pausedNote: (count: number) =>
    count === 1
      ? '1 rule was paused automatically because every match was marked bad.'
      : `${String(count)} rules were paused automatically because every match was marked bad.`,
  pausedLink: 'View rules',
  found: 'Posts',
  inEditor: 'paused',
};

/** "removes 34 posts", "finds 3 more posts", "changes no posts". */
function posts(by: number): string {
  if (by === 0) return 'Changes no posts';
  return by < 0 ? `Removes ${counted(-by, 'post')}` : `Finds ${fullNumber(by)} more ${by === 1 ? 'post' : 'posts'}`;
}
const leads = (by: number): string => (by > 0 ? `gains ${counted(by, 'lead')}` : `loses ${counted(Math.abs(by), 'lead')}`);

export const effectTexts = {
  effect: (by: { posts: number; leads: number }) =>
    by.posts === 0 && by.leads === 0
      ? 'Changes nothing in the last 30 days.'
      : `${posts(by.posts)}, ${leads(by.leads)} of the last 30 days.`,
  counting: 'Counting what changes…',
  nothingStored: 'Nothing is stored yet that this could change.',
  sample: "A dry run doesn't include sample posts.",
  uncounted: (message: string) => `Couldn't count what changes. ${message}`,
};
