import { sources } from './sources.ts';

const labels = sources.filter(({ id }) => id !== 'reddit').map(({ id, label }) => (id === 'feed' ? 'feeds' : label));
/** What is open without access to Reddit: "Hacker News, Stack Exchange, Discourse, feeds, and imports". */
export const openInstead = new Intl.ListFormat('en').format([...labels, 'imports']);
