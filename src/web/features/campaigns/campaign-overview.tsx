import type { Campaign } from '#shared/campaigns.ts';
import { fullNumber } from '#web/lib/format.ts';
import { Figures } from '#web/ui/facts.tsx';
import { CampaignLeads, JustBelow } from './campaign-results.tsx';
import { CoverageBrief } from './coverage-brief.tsx';
import { LiveRun } from './live-run.tsx';
import { texts } from './texts.ts';

export function CampaignOverview({ campaign }: { campaign: Campaign }) {
  const { posts, leads, newLeads } = campaign.counts;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_304px]">
      <div className="flex min-w-0 flex-col gap-10">
        <Figures
          figures={[
            { value: fullNumber(newLeads), label: texts.figures.newLeads },
            { value: fullNumber(leads), label: texts.figures.leads },
            { value: fullNumber(posts), label: texts.figures.posts },
          ]}
        />
        <CampaignLeads campaign={campaign} limit={8} />
        <JustBelow campaign={campaign} />
      </div>
      <div className="flex min-w-0 flex-col gap-10">
        <LiveRun campaign={campaign} />
        <CoverageBrief campaign={campaign} />
      </div>
    </div>
  );
}
