import { type SourceId, sources } from './sources.ts';

/** Within a sentence; the others have names of their own. */
const common: Partial<Record<SourceId, string>> = { feed: 'feeds', alerts: 'alert emails' };
const labels = sources.filter(({ id }) => id !== 'reddit').map(({ id, label }) => common[id] ?? label);
/** What is open without access to Reddit: "Hacker News, Stack Exchange, Discourse, feeds, and imports". */
export const openInstead = new Intl.ListFormat('en').format([...labels, 'imports']);
