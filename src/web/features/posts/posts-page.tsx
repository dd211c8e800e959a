import { lazy, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { postRoutes, postSorts, type DismissReason, type Post } from '#shared/posts.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { FilterBar } from '#web/features/inbox/list/filter-bar.tsx';
import { Inbox } from '#web/features/inbox/inbox.tsx';
import { afterAction } from '#web/features/inbox/actions/triage.ts';
import type { BulkAction } from '#web/features/inbox/texts.ts';
import { useListing } from '#web/features/inbox/list/use-listing.ts';
import { lazyPart } from '#web/ui/lazy.tsx';
import { useMinute } from '#web/lib/time-ago.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { belongs, postQuery, readPostFilters, type PostFilterName, type PostFilters } from './filters.ts';
import { filterLabels, sortLabels, texts } from './texts.ts';
import { useSetFilters, withFilters } from '#web/lib/url-params.ts';
import type { Read } from '#web/features/inbox/reader/reader-pane.tsx';
import { NoPosts } from './no-posts.tsx';
import { rowOfPost } from './row.ts';

// Loaded after the list, to keep the first view small.
const { Part: PostReader, preload: preloadReader } = lazyPart(async () => (await import('./post-reader.tsx')).PostReader);
const PostFilterForm = lazy(async () => ({ default: (await import('./post-filter-form.tsx')).PostFilterForm }));

const idsOf = (post: Post) => [post.id];
const personOf = ({ leadId, author }: Post) => (leadId === null ? null : { leadId, name: author ?? '' });
const afterHandling = (post: Post) => post;
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
  const addressOf = (id: string | undefined) => withFilters(address, { post: id });
  const apply = (post: Post, action: BulkAction, reason?: DismissReason) => {
    const after = afterAction(post, action, { reason, at: new Date().toISOString() });
    return belongs(after, filters) ? after : null;
  };
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
      list={{
        title: texts.title,
        noun: texts.noun,
        countLabel: texts.count,
        scrollKey: `posts?${addressOf(undefined).toString()}`,
        listing,
        grouping,
        viewOf: (post) => rowOfPost(post, rowNameOf(post.campaignId)),
        hrefOf: ({ id }) => `?${addressOf(id).toString()}`,
        onHold: setHeld,
        empty: <NoPosts isFiltered={names.length > 0} onClear={clear} />,
      }}
      actions={{ canLead: true, postIdsOf: idsOf, apply, afterHandling, personOf }}
      reader={{
        openId: address.get('post'),
        onOpen: (id, options) => setFilters({ post: id }, options),
        onClose: () => setFilters({ post: undefined }),
        preload: preloadReader,
        readsOf,
        render: (id, item, tools) => <PostReader key={id} id={id} item={item} tools={tools} />,
      }}
    />
  );
}
