import { counted, fullNumber } from '#web/lib/format.ts';

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
