import { Ear } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { archiveRoutes } from '#shared/archive.ts';
import type { Post } from '#shared/posts.ts';
import { useListing, type Listing } from '#web/features/inbox/list/use-listing.ts';
import { subredditName, reasonText } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, EmptyState, ListSkeleton } from '#web/ui/states.tsx';
import { SearchInput } from '#web/ui/field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Row } from '#web/features/keys/keys.tsx';
import { Score } from '#web/ui/score.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { texts } from './texts.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { useSetFilters } from '#web/lib/url-params.ts';
import { restore, RestoreButton } from './restore.tsx';

function NothingArchived({ isFiltered }: { isFiltered: boolean }) {
  const action = (
    <Button variant="outline" asChild>
      <Link to={isFiltered ? '/dashboard/archived' : '/dashboard/posts'}>{isFiltered ? texts.everything : texts.toPosts}</Link>
    </Button>
  );
  return (
    <EmptyState action={action} help={<HelpLink topic="scoring" />}>
      {isFiltered ? texts.emptyFiltered : texts.empty}
    </EmptyState>
  );
}

const kinds = (['away', 'archived', 'dismissed'] as const).map((value) => ({ value, label: texts[value] }));

export function ArchivedPage() {
  usePageTitle(texts.title);
  const [address] = useSearchParams();
  const setFilters = useSetFilters();
  const q = address.get('q')?.slice(0, 300) ?? '';
  const status = kinds.find(({ value }) => value === address.get('status'))?.value ?? 'away';
  const listing = useListing({ route: archiveRoutes.list, input: { query: { status, ...(q && { q }) } }, isHeld: false });
  return (
    <Page>
      <PageHeader title={texts.title} lead={texts.lead} />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput
          key={q}
          defaultValue={q}
          aria-label={texts.search}
          placeholder={texts.search}
          maxLength={300}
          className="min-w-60 flex-1"
          onKeyDown={(event) => event.key === 'Enter' && setFilters({ q: event.currentTarget.value.trim() })}
        />
        <Segmented
          label={texts.show}
          options={kinds}
          value={status}
          onChange={(next) => setFilters({ status: next === 'away' ? undefined : next })}
        />
      </div>
      <List listing={listing} isFiltered={q !== '' || status !== 'away'} />
    </Page>
  );
}

function List({ listing, isFiltered }: { listing: Listing<Post>; isFiltered: boolean }) {
  if (listing.items === undefined) {
    if (!listing.error) return <ListSkeleton rows={6} />;
    return (
      <ErrorState onRetry={() => void listing.refresh()}>
        {texts.failed} {listing.error.message}
      </ErrorState>
    );
  }
  if (listing.items.length === 0) return <NothingArchived isFiltered={isFiltered} />;
  return (
    <>
      <ul>
        {listing.items.map((post) => (
          <ArchivedPost key={post.id} post={post} onRestore={() => void restore(post, listing)} />
        ))}
      </ul>
      {listing.hasMore ? (
        <div className="flex justify-center pt-6">
          <Button variant="outline" busy={listing.isLoadingMore} onClick={listing.loadMore}>
            {texts.more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function ArchivedPost({ post, onRestore }: { post: Post; onRestore: () => void }) {
  return (
    <Row
      keys={{ archive: onRestore }}
      className="grid grid-cols-[32px_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line py-3 last:border-b-0"
    >
      <Score value={post.confidence} />
      <div className="min-w-0">
        <h2 className="line-clamp-1 text-14 font-semibold wrap-anywhere max-md:line-clamp-2">
          <Link to={`/dashboard/posts?status=${post.status}&post=${post.id}`} dir="auto" className="hover:underline">
            {post.title}
          </Link>
        </h2>
        <p className="mt-0.5 grid grid-cols-[14px_minmax(0,1fr)] gap-x-1.5 text-13 text-soft-text">
          <Ear aria-hidden className="mt-[3px] size-3.5 text-primary" />
          {reasonText(post.reason)}
        </p>
        <p className="text-12 text-muted">
          {subredditName(post.subreddit)} · <TimeAgo at={post.createdAt} /> ·{' '}
          {texts[post.status === 'dismissed' ? 'dismissed' : 'archived']}
        </p>
      </div>
      <RestoreButton title={post.title} onRestore={onRestore} />
    </Row>
  );
}
