import { type SourceId, sources } from './sources.ts';

/** Within a sentence; the others have names of their own. */
const common: Partial<Record<SourceId, string>> = { feed: 'feeds', alerts: 'alert emails' };
/** What is open without access to Reddit. */
export const openNames = [...sources.filter(({ id }) => id !== 'reddit').map(({ id, label }) => common[id] ?? label), 'imports'];
/** The same as a text: "Hacker News, Stack Exchange, Discourse, feeds, and imports". */
export const openInstead = new Intl.ListFormat('en').format(openNames);
