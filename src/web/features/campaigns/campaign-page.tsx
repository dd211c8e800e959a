import { useParams, useSearchParams } from 'react-router-dom';
import { type Campaign, campaignRoutes } from '#shared/campaigns.ts';
import { useApi } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useCampaignRoom } from '#web/lib/realtime.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Loaded, PageSkeleton } from '#web/ui/states.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignLead, PausedRulesNote, SuggestionsNote, CampaignStatus, SampleBadge } from './campaign-head.tsx';
import { CampaignOverview } from './campaign-overview.tsx';
import { CampaignLeads, CampaignPosts, JustBelow } from './campaign-results.tsx';
import { CampaignRuns } from './campaign-runs.tsx';
import { CampaignSettings } from './campaign-settings.tsx';
import { CoverageTab } from './coverage-tab.tsx';
import { LearningTab } from './learning-tab.tsx';
import { texts } from './texts.ts';

const tabs = ['overview', 'posts', 'leads', 'runs', 'coverage', 'learning', 'settings'] as const;

/** The open tab is kept in the URL. */
export function CampaignPage() {
  const { id = '' } = useParams();
  const answer = useApi(campaignRoutes.get, { params: { id } });
  usePageTitle(answer.data?.name ?? texts.title);
  useCampaignRoom(id);
  const toAll = (
    <ButtonLink variant="outline" to="/dashboard/campaigns">
      {texts.toAll}
    </ButtonLink>
  );
  return (
    <Page>
      <Loaded answer={answer} failed={texts.oneFailed} missing={texts.missing} action={toAll} skeleton={<PageSkeleton />}>
        {(campaign) => <CampaignParts key={id} campaign={campaign} />}
      </Loaded>
    </Page>
  );
}

function CampaignParts({ campaign }: { campaign: Campaign }) {
  const [address, setAddress] = useSearchParams();
  const tab = tabs.find((known) => known === address.get('tab')) ?? 'overview';
  const coverage = useApi(campaignRoutes.coverage, { params: { id: campaign.id } });
  const summary = coverage.data?.summary;
  const counts: Partial<Record<(typeof tabs)[number], number | string>> = {
    posts: campaign.counts.posts,
    leads: campaign.counts.leads,
    ...(summary && summary.total > 0 && { coverage: `${String(summary.monitored)}/${String(summary.total)}` }),
  };
  return (
    <>
      <PageHeader
        title={<bdi>{campaign.name}</bdi>}
        badge={
          <>
            <CampaignStatus campaign={campaign} />
            <SampleBadge campaign={campaign} />
          </>
        }
        lead={<CampaignLead campaign={campaign} />}
        actions={<CampaignActions campaign={campaign} />}
      />
      {tab === 'learning' ? null : (
        <>
          <PausedRulesNote campaign={campaign} />
          <SuggestionsNote count={campaign.suggestions} to="?tab=learning" />
        </>
      )}
      <Tabs
        label={texts.tabsLabel}
        tabs={tabs.map((value) => ({ value, label: texts.tabs[value], count: counts[value] }))}
        value={tab}
        onChange={(next) => setAddress(next === 'overview' ? {} : { tab: next })}
      >
        <TabPanel value="overview">
          <CampaignOverview campaign={campaign} />
        </TabPanel>
        <TabPanel value="posts">
          <div className="flex min-w-0 flex-col gap-10">
            <JustBelow campaign={campaign} />
            <CampaignPosts campaign={campaign} />
          </div>
        </TabPanel>
        <TabPanel value="leads">
          <CampaignLeads campaign={campaign} />
        </TabPanel>
        <TabPanel value="runs">
          <CampaignRuns campaign={campaign} />
        </TabPanel>
        <TabPanel value="coverage">
          <CoverageTab campaign={campaign} />
        </TabPanel>
        <TabPanel value="learning">
          <LearningTab campaign={campaign} />
        </TabPanel>
        <TabPanel value="settings">
          <CampaignSettings campaign={campaign} />
        </TabPanel>
      </Tabs>
    </>
  );
}
