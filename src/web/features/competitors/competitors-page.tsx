import { Globe, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Competitor, competitorRoutes, mentionKinds, mentionTones } from '#shared/competitors.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { useListing } from '#web/features/inbox/list/use-listing.ts';
import { useApi } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Can } from '#web/lib/session.tsx';
import { idParam, oneOf, readUrlParams, textParam, useSetFilters } from '#web/lib/url-params.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchInput, Select } from '#web/ui/field.tsx';
import { Page, PageHeader, Section } from '#web/ui/page.tsx';
import { EmptyState, Loaded, ErrorState, ListSkeleton } from '#web/ui/states.tsx';
import { CompetitorDialog, DiscoverDialog } from './competitor-dialogs.tsx';
import { CompetitorList, searchNow } from './competitor-list.tsx';
import { MentionRow } from './mention-row.tsx';
import { texts, kindLabels, toneLabels } from './texts.ts';

export function CompetitorsPage() {
  usePageTitle(texts.title);
  const answer = useApi(competitorRoutes.list, {});
  const [asked, setAsked] = useState<Competitor | 'new' | null>(null);
  const [isDiscovering, setDiscovering] = useState(false);
  const hasSome = (answer.data?.items.length ?? 0) > 0;
  const actions = (
    <Can>
      {hasSome ? (
        <Button variant="outline" icon={Search} onClick={() => void searchNow()}>
          {texts.searchAll}
        </Button>
      ) : null}
      <Button variant="outline" icon={Globe} onClick={() => setDiscovering(true)}>
        {texts.discover}
      </Button>
      {hasSome ? (
        <Button icon={Plus} onClick={() => setAsked('new')}>
          {texts.add}
        </Button>
      ) : null}
    </Can>
  );
  const empty = (
    <EmptyState
      help={<HelpLink topic="analytics" section="Competitors" />}
      action={
        <Can>
          <Button onClick={() => setAsked('new')}>{texts.add}</Button>
        </Can>
      }
    >
      {texts.empty}
    </EmptyState>
  );
  return (
    <Page>
      <PageHeader title={texts.title} lead={texts.lead} actions={actions} />
      <Loaded answer={answer} failed={texts.failed} skeleton={<ListSkeleton rows={5} />} empty={empty}>
        {({ items }) => (
          <div className="flex flex-col gap-10">
            <CompetitorList competitors={items} onEdit={setAsked} />
            <MentionStream competitors={items} />
          </div>
        )}
      </Loaded>
      <CompetitorDialog asked={asked} onClose={() => setAsked(null)} />
      <DiscoverDialog open={isDiscovering} onClose={() => setDiscovering(false)} />
    </Page>
  );
}

const readers = { kind: oneOf(mentionKinds), sentiment: oneOf(mentionTones), q: textParam(300), competitorId: idParam };
const orAll = <T extends string>(label: string, options: readonly { value: T; label: string }[]) => [
  { value: 'all' as const, label },
  ...options,
];

function useFilters() {
  const [address] = useSearchParams();
  const setFilters = useSetFilters();
  return {
    filters: readUrlParams(address, readers),
    choose: (name: string, value: string) => setFilters({ [name]: value === 'all' ? undefined : value.trim() }),
  };
}

/** Mentions of all competitors, newest first; the filters are kept in the URL. */
function MentionStream({ competitors }: { competitors: readonly Competitor[] }) {
  const { filters, choose } = useFilters();
  const listing = useListing({ route: competitorRoutes.allMentions, input: { query: filters }, isHeld: false });
  return (
    <Section title={texts.stream}>
      <div className="flex flex-wrap gap-2 py-3">
        <SearchInput
          key={filters.q ?? ''}
          defaultValue={filters.q ?? ''}
          aria-label={texts.searchMentions}
          placeholder={texts.searchMentions}
          maxLength={300}
          className="min-w-60 flex-1"
          onKeyDown={(event) => event.key === 'Enter' && choose('q', event.currentTarget.value)}
        />
        <Select
          aria-label={texts.competitorLabel}
          options={orAll(
            texts.allCompetitors,
            competitors.map(({ id, name }) => ({ value: id, label: name })),
          )}
          value={filters.competitorId ?? 'all'}
          onChange={(value) => choose('competitorId', value)}
          className="max-w-52"
        />
        <Select
          aria-label={texts.kindLabel}
          options={orAll(
            texts.anyKind,
            mentionKinds.map((value) => ({ value, label: kindLabels[value] })),
          )}
          value={filters.kind ?? 'all'}
          onChange={(value) => choose('kind', value)}
        />
        <Select
          aria-label={texts.toneLabel}
          options={orAll(
            texts.anyTone,
            mentionTones.map((value) => ({ value, label: toneLabels[value] })),
          )}
          value={filters.sentiment ?? 'all'}
          onChange={(value) => choose('sentiment', value)}
        />
      </div>
      <MentionList listing={listing} />
    </Section>
  );
}

function MentionList({ listing }: { listing: ReturnType<typeof useListing<typeof competitorRoutes.allMentions>> }) {
  const { options } = useCampaignNames();
  const { items, error, hasMore, isLoadingMore, loadMore, refresh } = listing;
  if (!items && error)
    return (
      <ErrorState onRetry={() => void refresh()}>
        {texts.streamFailed} {error.message}
      </ErrorState>
    );
  if (!items) return <ListSkeleton rows={6} />;
  if (items.length === 0) return <EmptyState help={<HelpLink topic="analytics" section="Competitors" />}>{texts.streamEmpty}</EmptyState>;
  return (
    <>
      <ul>
        {items.map((mention) => (
          <MentionRow key={mention.id} mention={mention} campaigns={options} />
        ))}
      </ul>
      {hasMore ? (
        <Button variant="outline" className="mt-4" busy={isLoadingMore} onClick={loadMore}>
          {texts.loadMore}
        </Button>
      ) : null}
    </>
  );
}
