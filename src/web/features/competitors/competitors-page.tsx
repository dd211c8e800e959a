import { HelpLink } from '#web/features/help/help-link.tsx';
import { Globe, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { type Competitor, competitorRoutes } from '#shared/competitors.ts';
import { useApi } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { CompetitorDialog } from './competitor-dialog.tsx';
import { CompetitorList } from './competitor-list.tsx';
import { DiscoverDialog } from './discover-dialog.tsx';
import { MentionStream } from './mention-stream.tsx';
import { searchNow } from './search-now.ts';
import { texts } from './texts.ts';

export function CompetitorsPage() {
  usePageTitle(texts.title);
  const { data, error, mutate } = useApi(competitorRoutes.list, {});
  const [asked, setAsked] = useState<Competitor | 'new' | null>(null);
  const [isDiscovering, setDiscovering] = useState(false);
  const items = data?.items ?? [];
  const actions = (
    <>
      {items.length > 0 ? (
        <Button variant="outline" icon={Search} onClick={() => void searchNow()}>
          {texts.searchAll}
        </Button>
      ) : null}
      <Button variant="outline" icon={Globe} onClick={() => setDiscovering(true)}>
        {texts.discover}
      </Button>
      {items.length > 0 ? (
        <Button icon={Plus} onClick={() => setAsked('new')}>
          {texts.add}
        </Button>
      ) : null}
    </>
  );
  return (
    <Page>
      <PageHeader title={texts.title} lead={texts.lead} actions={actions} />
      {error && !data ? (
        <ErrorState onRetry={() => void mutate()}>
          {texts.failed} {error.message}
        </ErrorState>
      ) : !data ? (
        <ListSkeleton rows={5} />
      ) : items.length === 0 ? (
        <EmptyState help={<HelpLink topic="competitors" />} action={<Button onClick={() => setAsked('new')}>{texts.add}</Button>}>
          {texts.empty}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-10">
          <CompetitorList competitors={items} onEdit={setAsked} />
          <MentionStream competitors={items} />
        </div>
      )}
      <CompetitorDialog asked={asked} onClose={() => setAsked(null)} />
      <DiscoverDialog open={isDiscovering} onClose={() => setDiscovering(false)} />
    </Page>
  );
}
