import { type ReactNode, useState, useEffect } from 'react';
import type { CampaignInput, CampaignUpdate, Preview, Rule } from '#shared/campaigns.ts';
import { type Trial, trialRoutes } from '#shared/trials.ts';
import { call } from '#web/lib/api.ts';
import { detailsOf } from '#web/lib/failure.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { counted, subredditName, reasonText } from '#web/lib/format.ts';
import { t, tSent, listed } from '#web/lib/language.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checks } from '#web/ui/checks.tsx';
import { Section } from '#web/ui/page.tsx';
import { Score } from '#web/ui/score.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { editorTexts as texts } from './texts.ts';
import { previewBody } from './use-preview.ts';

function found({ matched, today, best }: Trial): string {
  const [conversations, new24] = [
    counted(matched, 'conversation'),
    today > 0 ? t(', {today} of them in the last 24 hours', { today }) : '',
  ];
  return best.length < matched
    ? t('{conversations} in the last 30 days{new24}. These are the best.', { conversations, new24 })
    : t('{conversations} in the last 30 days{new24}.', { conversations, new24 });
}

const trialTexts = {
  title: t('Right now'),
  offer: t('Reads the newest posts of these sources and shows what fits. Nothing is stored.'),
  begin: t('Try it now'),
  headline: (trial: Trial, isRunning: boolean): string => {
    if (trial.matched > 0) return found(trial);
    if (isRunning) return t('Looking for conversations…');
    return trial.considered === 0
      ? t('No posts could be read.')
      : t('None of the newest {considered, plural, one {# post} other {# posts}} fit.', { considered: trial.considered });
  },
  read: (name: string, items: number) => `${name} (${String(items)})`,
  readFrom: (names: readonly string[]) => t('Read: {names}.', { names: listed(names) }),
  reading: (names: readonly string[]) => t('Reading {names}…', { names: listed(names) }),
  unread: (name: string, error: string) => (error.startsWith(name) ? error : `${name}: ${error}`),
};

interface TrialState {
  /** What was found so far; of the trial before while the next one begins. */
  trial: Trial | null;
  isRunning: boolean;
  failure: string | null;
  retry: () => void;
}

const interrupted = t('The connection was interrupted. Try again.');

/** Reads the lines of a trial as they arrive. Rejects unless one says that it is done. */
export async function readTrial({ body }: Response, take: (trial: Trial) => void): Promise<null> {
  const decoder = new TextDecoder();
  // Safari can't iterate over a stream.
  const reader = body?.getReader();
  let rest = '';
  let isDone = false;
  for (;;) {
    const { value } = (await reader?.read().catch((cause: unknown) => Promise.reject(new Error(interrupted, { cause })))) ?? {};
    if (value === undefined) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const trial = JSON.parse(line) as Trial;
      isDone = trial.isDone;
      take(trial);
    }
  }
  if (!isDone) throw new Error(interrupted);
  return null;
}

const settleMs = 800;

/** Tries a campaign on its sources, and again a moment after it changed; not while it isn't ready. */
export function useTrial(input: CampaignInput | null, { isReady = true }: { isReady?: boolean } = {}): TrialState {
  const wanted = useDebounced(input === null || !isReady ? null : JSON.stringify(previewBody(input)), settleMs);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<TrialState, 'retry'>>({ trial: null, isRunning: wanted !== null, failure: null });
  const request = wanted === null ? null : `${attempt} ${wanted}`;
  useEffect(() => {
    if (request === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const show = (change: Partial<TrialState>) => (signal.aborted ? undefined : setState((now) => ({ ...now, ...change })));
    // The first line has nothing yet: what the trial before found stays until something is read.
    const take = (trial: Trial) => {
      if (trial.isDone || trial.considered > 0) show({ trial });
      else setState((now) => ({ ...now, trial: now.trial ?? trial }));
    };
    show({ isRunning: true, failure: null });
    call(
      trialRoutes.try,
      { body: JSON.parse(request.slice(request.indexOf(' '))) as CampaignUpdate },
      { signal, read: (response) => readTrial(response, take) },
    ).then(
      () => show({ isRunning: false }),
      (error: unknown) => show({ isRunning: false, failure: detailsOf(error) }),
    );
    return () => stop.abort();
  }, [request]);
  return { ...state, retry: () => setAttempt((now) => now + 1) };
}

/** What a campaign finds right now, before it is saved: the newest of its sources, step by step. */
export function LiveTrial({ state, renderActions }: { state: TrialState; renderActions?: (post: FoundPost) => ReactNode }) {
  const { trial, isRunning, failure, retry } = state;
  return (
    <div aria-busy={isRunning}>
      {trial ? (
        <>
          <p role="status" className="text-16 font-medium">
            {trialTexts.headline(trial, isRunning)}
          </p>
          <SourceLines trial={trial} isRunning={isRunning} />
        </>
      ) : null}
      {failure === null ? null : (
        <ErrorState onRetry={retry} retrying={isRunning}>
          {failure}
        </ErrorState>
      )}
      {trial && trial.best.length > 0 ? (
        <div className="mt-3">
          <FoundList posts={trial.best} {...(renderActions && { renderActions })} />
        </div>
      ) : null}
    </div>
  );
}

/** Which sources were read, and why others weren't. */
function SourceLines({ trial: { streams }, isRunning }: { trial: Trial; isRunning: boolean }) {
  const reading = streams.filter(({ state }) => state === 'reading').map(({ name }) => name);
  const unread = streams.filter(({ state, error }) => error !== null && state !== 'reading');
  const read = streams.filter(({ state }) => state === 'read').map(({ name, items }) => trialTexts.read(name, items));
  return (
    <>
      {read.length > 0 ? <p className="mt-1 text-13 wrap-anywhere text-muted">{trialTexts.readFrom(read)}</p> : null}
      {isRunning && reading.length > 0 ? (
        <p className="mt-1 flex items-center gap-2 text-13 text-muted">
          <Spinner className="size-3.5" />
          <span className="min-w-0 wrap-anywhere">{trialTexts.reading(reading)}</span>
        </p>
      ) : null}
      {unread.length > 0 ? (
        <Checks
          className="mt-2"
          items={unread.map(({ name, error, state }) => ({
            key: name,
            level: state === 'off' ? 'unknown' : 'warn',
            text: trialTexts.unread(name, tSent(error ?? '')),
          }))}
        />
      ) : null}
    </>
  );
}

export interface Tried {
  input: CampaignInput;
  isReady: boolean;
  /** Otherwise it waits for a click, because each change asks the sources. */
  isAutomatic?: boolean;
}

/** Beside the fields of a campaign. */
export function TrySection({ input, isReady, isAutomatic = false }: Tried) {
  const [hasBegun, setBegun] = useState(isAutomatic);
  const state = useTrial(hasBegun ? input : null, { isReady });
  return (
    <Section title={trialTexts.title} className="mb-8">
      <div className="mt-3">
        {hasBegun ? (
          <LiveTrial state={state} />
        ) : (
          <>
            <p className="mb-3 text-13 text-muted">{trialTexts.offer}</p>
            <Button variant="outline" size="sm" onClick={() => setBegun(true)}>
              {trialTexts.begin}
            </Button>
          </>
        )}
      </div>
    </Section>
  );
}

type FoundPost = Preview['best'][number];

interface FoundListProps {
  posts: readonly FoundPost[];
  /** Whose line in the form is named; none without a form. */
  rules?: readonly Rule[];
  /** What can be done with each. */
  renderActions?: (post: FoundPost) => ReactNode;
}

const noRules: readonly Rule[] = [];
/** Posts listed before "Show all". */
const maxShown = 10;

/** What a campaign would find: each conversation with where and when it was written, why it fits, and the words that say so. */
export function FoundList({ posts, rules = noRules, renderActions }: FoundListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? posts : posts.slice(0, maxShown);
  return (
    <>
      <ul className="border-t border-line">
        {shown.map((post) => (
          <Row key={post.fullname} post={post} line={rules.findIndex(({ text }) => post.matchedRules.includes(text))}>
            {renderActions?.(post)}
          </Row>
        ))}
      </ul>
      {shown.length < posts.length ? (
        <Button variant="link" size="sm" className="mt-3" onClick={() => setShowsAll(true)}>
          {texts.allBest(posts.length)}
        </Button>
      ) : null}
    </>
  );
}

function Row({ post, line, children }: { post: FoundPost; line: number; children: ReactNode }) {
  const link = post.sample ? null : externalUrl(post.permalink);
  const title = <bdi className="block truncate">{post.title || post.body}</bdi>;
  // The reason may quote the text itself.
  const quote = post.evidence.find(({ text }) => !post.reason.includes(text.slice(0, 20)));
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2.5 last:border-b-0">
      <Score value={post.confidence} />
      <div className="min-w-0">
        {link === null ? (
          <span className="block text-14 font-medium">{title}</span>
        ) : (
          <a href={link} target="_blank" rel={externalRel} className="block text-14 font-medium hover:underline">
            {title}
          </a>
        )}
        {post.reason === '' ? null : (
          <p className="mt-0.5 line-clamp-2 text-13 text-soft-text">
            <bdi>{reasonText(post.reason)}</bdi>
            {quote ? <bdi className="text-muted"> {t('“{text}”', { text: quote.text })}</bdi> : null}
          </p>
        )}
        <p className="mt-0.5 flex gap-1.5 text-12 text-muted">
          <span className="truncate">{subredditName(post.subreddit)}</span>
          <span aria-hidden>·</span>
          <TimeAgo at={post.createdAt} className="whitespace-nowrap" />
          {line < 0 ? null : <span className="ml-auto whitespace-nowrap">{texts.line(line + 1)}</span>}
        </p>
      </div>
      {children ? <div className="flex items-start gap-1">{children}</div> : null}
    </li>
  );
}
