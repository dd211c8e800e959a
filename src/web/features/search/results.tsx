import { HelpLink } from '#web/features/help/help-link.tsx';
import type { SearchHit } from '#shared/search.ts';
import { markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '#web/ui/states.tsx';
import { Note } from '#web/ui/note.tsx';
import { Hit } from './hit.tsx';
import { texts } from './texts.ts';
import type { Search, SearchFilters } from './use-search.ts';
import { Link } from 'react-router-dom';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { dateFormat } from '#web/lib/format.ts';

interface ResultsProps {
  search: Search;
  filters: SearchFilters;
  campaignName: string | undefined;
  onChange: (change: Partial<SearchFilters>) => void;
}

export function Results({ search, filters, campaignName, onChange }: ResultsProps) {
  const { items, transport, error, isLoading } = search;
  if (error?.retryAfter && !items) return <WaitingForTurn seconds={error.retryAfter} onTurn={search.retry} />;
  if (error && !items)
    return (
      <ErrorState onRetry={search.retry} retrying={isLoading}>
        {texts.failed} {error.message}
      </ErrorState>
    );
  if (!items) return <ListSkeleton rows={6} />;
  if (transport === 'none') return <NoSource />;
  if (items.length === 0)
    return (
      <EmptyState
        help={<HelpLink topic="sources" section="Coverage" />}
        action={
          filters.time === 'all' ? null : (
            <Button variant="outline" onClick={() => onChange({ time: 'all' })}>
              {texts.widen}
            </Button>
          )
        }
      >
        {texts.empty}
      </EmptyState>
    );
  return (
    <>
      {transport === 'rss' ? <Note className="mb-3">{texts.limited}</Note> : null}
      <Found search={search} items={items} campaignId={filters.campaign} campaignName={campaignName} />
    </>
  );
}

interface FoundProps {
  search: Search;
  items: readonly SearchHit[];
  campaignId: string | undefined;
  campaignName: string | undefined;
}

function Found({ search, items, campaignId, campaignName }: FoundProps) {
  const canSave = campaignId !== undefined && campaignName !== undefined;
  const save = (hit: SearchHit) =>
    attempt(async () => {
      if (!canSave) return;
      const { created } = await search.save(hit, campaignId);
      showToast.success(created ? texts.saved(campaignName) : texts.alreadySaved(campaignName));
      markStale(['/posts', '/leads', '/dashboard']);
    });
  return (
    <>
      <output className="block text-12 text-muted">
        {texts.found(items.length, search.hasMore)}
        {canSave ? '' : ` · ${texts.choose}`}
      </output>
      <ul aria-label={texts.list}>
        {items.map((hit) => (
          <Hit key={hit.fullname} hit={hit} canSave={canSave} isBusy={search.saving === hit.fullname} onSave={() => void save(hit)} />
        ))}
      </ul>
      {search.hasMore ? (
        <div className="flex justify-center pt-6">
          <Button variant="outline" busy={search.isLoading} onClick={search.loadMore}>
            {texts.more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Offers connecting an account if that's possible and hasn't been done. */
function NoSource() {
  const { data: account } = useApi(redditAccountRoutes.status, { query: {} });
  const mayConnect = account?.configured === true && account.username === null;
  return (
    <EmptyState
      help={<HelpLink topic="sources" section="Coverage" />}
      action={
        mayConnect ? (
          <Button asChild>
            <Link to="/dashboard/settings?tab=reddit">{texts.noSourceAction}</Link>
          </Button>
        ) : null
      }
    >
      {texts.noSource}
    </EmptyState>
  );
}

interface WaitingForTurnProps {
  /** Until the next search is possible. */
  seconds: number;
  onTurn: () => void;
}

/** Says when the next search is possible, and then searches by itself. */
function WaitingForTurn({ seconds, onTurn }: WaitingForTurnProps) {
  const [at] = useState(() => Date.now() + seconds * 1000);
  const search = useEffectEvent(onTurn);
  useEffect(() => {
    const timer = setTimeout(() => search(), at - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  const time = dateFormat({ timeStyle: 'medium' }).format(at);
  return (
    <output>
      <Note>
        {texts.waiting} {texts.searchesAt(time)}
      </Note>
    </output>
  );
}
