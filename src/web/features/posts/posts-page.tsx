import { HelpLink } from '#web/features/help/help-link.tsx';
import { useCallback, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { postRoutes, postSorts, type DismissReason, type Post } from '#shared/posts.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { useSetFilters, withFilters } from '#web/features/inbox/url-filters.ts';
import { FilterBar } from '#web/features/inbox/filter-bar.tsx';
import { Inbox } from '#web/features/inbox/inbox.tsx';
import { afterAction } from '#web/features/inbox/triage.ts';
import type { BulkAction } from '#web/features/inbox/texts.ts';
import type { Read } from '#web/features/inbox/use-prefetch.ts';
import { useListing } from '#web/features/inbox/use-listing.ts';
import { useMinute } from '#web/lib/minute.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { belongs, postQuery, readPostFilters, type PostFilterName, type PostFilters } from './filters.ts';
import { fetchReader, PostFilterForm, PostReader } from './late-parts.ts';
import { rowOfPost } from './row.ts';
import { filterLabels, sortLabels, texts } from './texts.ts';

const idsOf = (post: Post) => [post.id];
const personOf = ({ leadId, author }: Post) => (leadId === null ? null : { leadId, name: author ?? '' });
const readsOf = ({ id }: Post): Read[] => [{ route: postRoutes.get, input: { params: { id } } }];
const score = (post: Post) => post.confidence;
const createdAt = (post: Post) => post.createdAt;
const discoveredAt = (post: Post) => post.discoveredAt;

export function PostsPage() {
  usePageTitle(texts.title);
  const [address] = useSearchParams();
  const setFilters = useSetFilters();
  const filters = useMemo(() => readPostFilters(address), [address]);
  const [isHeld, setHeld] = useState(false);
  const query = postQuery(filters, useMinute());
  const listing = useListing({ route: postRoutes.list, input: { query }, isHeld });
  const { nameOf, rowNameOf } = useCampaignNames(filters.campaignId);

  const change = (next: Partial<PostFilters>) => setFilters({ ...next, post: undefined });
  const addressOf = useCallback((id: string | undefined) => withFilters(address, { post: id }), [address]);
  const applyAction = useCallback(
    (post: Post, action: BulkAction, reason?: DismissReason) => {
      const after = afterAction(post, action, { reason, at: new Date().toISOString() });
      return belongs(after, filters) ? after : null;
    },
    [filters],
  );
  const grouping = useMemo(
    () => ({
      by: filters.sort === '-confidence' ? ('score' as const) : ('day' as const),
      score,
      at: filters.sort === '-discoveredAt' ? discoveredAt : createdAt,
    }),
    [filters.sort],
  );
  const { sort, ...narrowing } = filters;
  const names = (Object.keys(narrowing) as PostFilterName[]).filter((name) => narrowing[name] !== undefined);
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  const labelOf = (name: PostFilterName) =>
    (name === 'campaignId' ? nameOf(filters.campaignId ?? '') : undefined) ??
    (filterLabels[name] as (value: unknown) => string)(filters[name]);

  return (
    <Inbox
      title={texts.title}
      noun={texts.noun}
      countLabel={texts.count}
      scrollKey={`posts?${addressOf(undefined).toString()}`}
      listing={listing}
      grouping={grouping}
      viewOf={(post) => rowOfPost(post, rowNameOf(post.campaignId))}
      hrefOf={({ id }) => `?${addressOf(id).toString()}`}
      postIdsOf={idsOf}
      applyAction={applyAction}
      canLead
      openId={address.get('post')}
      onOpen={(id, options) => setFilters({ post: id }, options)}
      onClose={() => setFilters({ post: undefined })}
      onHold={setHeld}
      personOf={personOf}
      filters={
        <FilterBar
          set={names.map((name) => ({ name, label: labelOf(name), onRemove: () => change({ [name]: undefined }) }))}
          onClear={clear}
          sort={sort}
          sorts={postSorts.map((value) => ({ value, label: sortLabels[value] }))}
          onSort={(next) => change({ sort: next })}
          list="posts"
          query={query}
        >
          <PostFilterForm filters={filters} onChange={change} />
        </FilterBar>
      }
      empty={<NoPosts isFiltered={names.length > 0} onClear={clear} />}
      fetchReader={fetchReader}
      readsOf={readsOf}
      renderReader={(id, item, tools) => <PostReader key={id} id={id} item={item} tools={tools} />}
    />
  );
}

function NoPosts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const action = isFiltered ? (
    <Button variant="outline" onClick={onClear}>
      {texts.clearFilters}
    </Button>
  ) : (
    <Button variant="outline" asChild>
      <Link to="/dashboard/campaigns">{texts.toCampaigns}</Link>
    </Button>
  );
  return (
    <EmptyState className="flex-1" action={action} help={<HelpLink topic="rules" />}>
      {isFiltered ? texts.emptyFiltered : texts.empty}
    </EmptyState>
  );
}
