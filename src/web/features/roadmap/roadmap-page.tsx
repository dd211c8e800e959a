import { ChevronUp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { productPro } from '#shared/product.ts';
import { type RoadmapEntry, roadmapRoutes, type RoadmapStatus } from '#shared/roadmap.ts';
import { call, useApi } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/failure.ts';
import { shortNumber } from '#web/lib/language.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useAuth } from '#web/lib/session.tsx';
import { ThemeButton } from '#web/shell/theme-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Wordmark } from '#web/ui/logo.tsx';
import { Section } from '#web/ui/page.tsx';
import { EmptyState, Loaded, TableSkeleton } from '#web/ui/states.tsx';
import { roadmapTexts as texts, statusTexts } from './texts.ts';

/** In progress first, done last. */
const order = ['started', 'planned', 'considered', 'done'] as const satisfies readonly RoadmapStatus[];

function VoteButton({ entry: { id, title, votes, voted }, onVoted }: { entry: RoadmapEntry; onVoted: () => void }) {
  const [busy, start] = useAttempt();
  const vote = () => start(() => call(voted ? roadmapRoutes.unvote : roadmapRoutes.vote, { params: { id } })).then(onVoted);
  return (
    <button
      type="button"
      aria-pressed={voted}
      aria-label={voted ? texts.unvote(title) : texts.vote(title)}
      disabled={busy}
      onClick={() => void vote()}
      className={cx(
        'flex h-13 w-12 flex-none flex-col items-center justify-center rounded-md border text-13 font-medium tabular-nums',
        voted ? 'border-transparent bg-primary-soft text-primary' : 'border-border text-soft-text hover:border-control hover:bg-hover',
      )}
    >
      <ChevronUp aria-hidden className="size-4" />
      {shortNumber(votes)}
    </button>
  );
}

function Entries({ items, onVoted }: { items: readonly RoadmapEntry[]; onVoted: () => void }) {
  const groups = Map.groupBy(items, ({ status }) => status);
  return (
    <div className="flex flex-col gap-10">
      {order
        .filter((status) => groups.has(status))
        .map((status) => (
          <Section key={status} title={statusTexts[status]}>
            <ul>
              {(groups.get(status) ?? []).map((entry) => (
                <li key={entry.id} className="flex gap-4 border-b border-line py-4 last:border-b-0">
                  <VoteButton entry={entry} onVoted={onVoted} />
                  <div className="min-w-0">
                    <h3 className="text-16 font-semibold wrap-anywhere">{entry.title}</h3>
                    {entry.text ? <p className="mt-1 max-w-[68ch] whitespace-pre-line wrap-anywhere text-soft-text">{entry.text}</p> : null}
                  </div>
                </li>
              ))}
            </ul>
          </Section>
        ))}
    </div>
  );
}

export function RoadmapPage() {
  usePageTitle(texts.title);
  const { status } = useAuth();
  const answer = useApi(roadmapRoutes.list, {});
  const signedIn = status === 'authenticated';
  return (
    <div className="min-h-dvh bg-surface">
      <div className="mx-auto w-full max-w-200 px-8 pb-16 max-md:px-5">
        <header className="flex h-16 items-center gap-1">
          <Link to="/">
            <Wordmark>{productPro}</Wordmark>
          </Link>
          <span className="ml-auto flex items-center gap-1">
            <ThemeButton />
            <Button asChild variant="outline">
              {signedIn ? <Link to="/dashboard">{texts.dashboard}</Link> : <Link to="/login">{texts.logIn}</Link>}
            </Button>
          </span>
        </header>
        <main className="pt-8">
          <h1 className="text-28 font-semibold tracking-[-.02em]">{texts.title}</h1>
          <p className="mt-1 mb-8 max-w-[68ch] text-muted">{texts.lead}</p>
          <Loaded
            answer={answer}
            failed={texts.failed}
            skeleton={<TableSkeleton rows={4} columns={2} />}
            empty={<EmptyState>{texts.empty}</EmptyState>}
          >
            {({ items }) => <Entries items={items} onVoted={() => void answer.mutate()} />}
          </Loaded>
        </main>
      </div>
    </div>
  );
}
