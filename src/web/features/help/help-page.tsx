import { uiLanguage, t } from '#web/lib/language.ts';
import { type ReactNode, use, useEffect, useMemo } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import readme from '../../../../docs/README.md?raw';
import type { Language } from '#shared/language.ts';
import { MarkdownDocument, type MarkdownLook } from '#web/features/inbox/reader/markdown.tsx';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { SearchInput } from '#web/ui/field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { helpPath, type HelpTopic, helpTopics, topicIds, anchorOf, anchorsOf, searchHelp, sectionsOf, withoutAnchors } from './sections.ts';

const texts = {
  title: t('Help'),
  lead: t('How Earshot finds, scores, and answers. These pages are the documentation of this version.'),
  search: t('Search help'),
  topics: t('Topics'),
  all: t('All topics'),
  noHits: t('Nothing found. Try other words, or choose a topic.'),
  hits: t('Search results'),
  table: t('Table'),
};

type Docs = Record<HelpTopic, string>;

const loaders: Record<Language, () => Promise<Docs>> = {
  en: () => import('./docs-en.ts'),
  de: () => import('./docs-de.ts'),
};
export const fetchDocs = (language: Language): Promise<Docs> => loaders[language]();

/** What a page is about, as the overview of the documentation says. */
export const summaryOf = (topic: HelpTopic): string => {
  const summary = new RegExp(`\\]\\(${topic}\\.md\\): (.+)`).exec(readme)?.[1] ?? '';
  return t(summary.charAt(0).toUpperCase() + summary.slice(1));
};

/** As soon as the page is loaded, which shows nothing without them. */
const fetched = fetchDocs(uiLanguage);
const isTopic = (id: string | undefined): id is HelpTopic => id !== undefined && id in helpTopics;

/** The documentation for users, to read and to search. */
export function HelpPage() {
  const { topic: id } = useParams();
  const topic = isTopic(id) ? id : null;
  const docs = use(fetched);
  usePageTitle(topic ? helpTopics[topic] : texts.title);
  const [address, setAddress] = useSearchParams();
  const q = address.get('q') ?? '';
  useAnchor(topic);
  return (
    <Page>
      <PageHeader title={topic ? helpTopics[topic] : texts.title} lead={topic ? undefined : texts.lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[208px_minmax(0,1fr)]">
        <div className="flex flex-col gap-4">
          <SearchInput
            aria-label={texts.search}
            placeholder={texts.search}
            value={q}
            maxLength={100}
            onChange={(event) => setAddress(event.target.value ? { q: event.target.value } : {}, { replace: true })}
          />
          <Topics current={topic} isFolded={topic !== null || q !== ''} />
        </div>
        {q.trim() ? <Hits query={q} /> : topic ? <HelpText key={topic} source={docs[topic]} /> : <Summaries />}
      </div>
    </Page>
  );
}

/** The page is loaded after the browser looked for the anchor. */
function useAnchor(topic: HelpTopic | null): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (topic && hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [topic, hash]);
}

/** `isFolded`: on small screens, one link to all topics instead of the list. */
function Topics({ current, isFolded }: { current: HelpTopic | null; isFolded: boolean }) {
  return (
    <nav aria-label={texts.topics}>
      {isFolded ? (
        <Link to={helpPath()} className="text-13 font-medium text-primary hover:underline lg:hidden">
          {texts.all}
        </Link>
      ) : null}
      <ul className="text-13 max-lg:hidden">
        {topicIds.map((id) => (
          <li key={id}>
            <Link
              to={helpPath(id)}
              aria-current={id === current ? 'page' : undefined}
              className="block rounded-md px-2 py-1.5 text-soft-text hover:bg-hover aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-text"
            >
              {helpTopics[id]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Summaries() {
  return (
    <ul className="-mt-3">
      {topicIds.map((topic) => (
        <li key={topic} className="border-b border-line py-3 last:border-b-0">
          <Link to={helpPath(topic)} className="font-medium hover:underline">
            {helpTopics[topic]}
          </Link>
          <p className="mt-0.5 text-13 text-muted">{summaryOf(topic)}</p>
        </li>
      ))}
    </ul>
  );
}

function Hits({ query }: { query: string }) {
  const docs = use(fetched);
  const sections = useMemo(() => topicIds.flatMap((topic) => sectionsOf(topic, docs[topic])), [docs]);
  const hits = searchHelp(sections, query);
  if (hits.length === 0) return <EmptyState>{texts.noHits}</EmptyState>;
  return (
    <ul aria-label={texts.hits} className="-mt-3">
      {hits.map(({ section: { topic, anchor, title }, excerpt }) => (
        <li key={`${topic} ${anchor}`} className="border-b border-line py-3 last:border-b-0">
          <Link to={`${helpPath(topic)}${anchor ? `#${anchor}` : ''}`} className="font-medium hover:underline">
            {title}
          </Link>
          <span className="text-13 text-muted"> · {helpTopics[topic]}</span>
          <p className="mt-0.5 max-w-[68ch] text-13 text-soft-text">{excerpt}</p>
        </li>
      ))}
    </ul>
  );
}

const levels = ['h2', 'h2', 'h2', 'h3', 'h4', 'h4', 'h4'] as const;

/** Links between the pages stay in the app; to pages that it doesn't include, only their text is shown. */
function HelpTextLink({ url, children }: { url: string; children: ReactNode }) {
  const [, page, anchor = ''] = /^([\w-]*)(?:\.md)?(#[\w-]+)?$/.exec(url) ?? [];
  const topic = topicIds.find((id) => id === page);
  if (topic) return <Link to={`${helpPath(topic)}${anchor}`}>{children}</Link>;
  if (page === '' && anchor) return <a href={anchor}>{children}</a>;
  const href = externalUrl(url);
  return href ? (
    <a href={href} target="_blank" rel={externalRel}>
      {children}
    </a>
  ) : (
    children
  );
}

const lookOf = (anchors: ReadonlyMap<string, string>): MarkdownLook => ({
  tableLabel: texts.table,
  renderLink: (url, children) => <HelpTextLink url={url}>{children}</HelpTextLink>,
  renderHeading: ({ level, text }, children) => {
    const Heading = levels[level] ?? 'h4';
    return (
      <Heading id={anchors.get(text) ?? anchorOf(text)} className="scroll-mt-16 pt-2 font-semibold text-text">
        {children}
      </Heading>
    );
  },
});

/** A page of the documentation without its title, which is the page's heading. */
function HelpText({ source }: { source: string }) {
  const look = useMemo(() => lookOf(anchorsOf(source)), [source]);
  return <MarkdownDocument source={withoutAnchors(source).replace(/^# .*\n/, '')} look={look} />;
}
