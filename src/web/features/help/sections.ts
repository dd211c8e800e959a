import { t } from '#web/lib/language.ts';

/** Pages of `docs/` for users, under their file names, in the order shown. */
export const helpTopics = {
  rules: t('Rule language'),
  scoring: t('Scoring'),
  sources: t('Sources and coverage'),
  'reddit-access': t('Reddit access'),
  replies: t('Replies and Reddit account'),
  analytics: t('Analytics and competitors'),
  notifications: t('Notifications'),
  ai: t('AI providers'),
  api: t('API, feeds, and MCP'),
};
export type HelpTopic = keyof typeof helpTopics;
export const topicIds = Object.keys(helpTopics) as HelpTopic[];

export const helpPath = (topic?: HelpTopic): string => `/dashboard/help${topic ? `/${topic}` : ''}`;

interface HelpSection {
  topic: HelpTopic;
  /** The heading's anchor; empty for the part before the first heading. */
  anchor: string;
  title: string;
  text: string;
}

/** The same anchors as on GitHub, so that links between the pages work in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const ownAnchor = / \{#([\w-]+)\}$/gm;
/** Headings of a translation → their anchors, which are those of the original: links lead to the same place in every language. */
export const anchorsOf = (source: string): Map<string, string> =>
  new Map([...source.matchAll(/^#{1,3} (.+) \{#([\w-]+)\}$/gm)].map(([, title = '', anchor = '']) => [title, anchor]));
export const withoutAnchors = (source: string): string => source.replaceAll(ownAnchor, '');

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-| :]+\|$/gm, '')
    .replaceAll(/^ *(?:[-*]|\d+\.) /gm, '')
    .replaceAll(/[`*|#]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A page, cut at its headings. */
export function sectionsOf(topic: HelpTopic, source: string): HelpSection[] {
  const anchors = anchorsOf(source);
  const [, ...parts] = `\n${withoutAnchors(source)}`.split(/\n#{1,3} /);
  return parts.map((part, index) => {
    const [title = ''] = part.split('\n', 1);
    return {
      topic,
      anchor: index === 0 ? '' : (anchors.get(title) ?? anchorOf(title)),
      title: plain(title),
      text: plain(part.slice(title.length)),
    };
  });
}

interface HelpHit {
  section: HelpSection;
  /** Where the words are, in their context. */
  excerpt: string;
}

const contextLength = 160;
const maxHits = 20;

function excerptAround(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const from = at <= contextLength / 2 ? 0 : text.indexOf(' ', at - contextLength / 2) + 1;
  const to = from + contextLength >= text.length ? text.length : text.lastIndexOf(' ', from + contextLength);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}

/** Sections with every word that was typed, those with the words in their heading first. */
export function searchHelp(sections: readonly HelpSection[], query: string): HelpHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const countIn = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  const first = words[0] ?? '';
  return sections
    .filter(({ title, text }) => countIn(`${title} ${text}`) === words.length)
    .toSorted((one, other) => countIn(other.title) - countIn(one.title))
    .slice(0, maxHits)
    .map((section) => ({ section, excerpt: excerptAround(section.text, first) }));
}
