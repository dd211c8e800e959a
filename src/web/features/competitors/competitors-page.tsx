import { Globe, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { type Competitor, competitorRoutes } from '#shared/competitors.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { useApi } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Can } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { CompetitorDialog, DiscoverDialog } from './competitor-dialogs.tsx';
import { CompetitorList, searchNow } from './competitor-list.tsx';
import { MentionStream } from './mention-stream.tsx';
import { texts } from './texts.ts';

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
