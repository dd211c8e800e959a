import type { Campaign } from '#shared/campaigns.ts';
import { excerpt } from '#web/lib/format.ts';
import { TimeAgo, useMinute } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { learningTexts } from './learning-texts.ts';
import { scheduleLabels, texts, statusLabels } from './texts.ts';

export function CampaignStatus({ campaign }: { campaign: Pick<Campaign, 'status' | 'running'> }) {
  if (campaign.running) {
    return (
      <Badge tone="primary" live>
        {texts.running}
      </Badge>
    );
  }
  return (
    <Badge tone={campaign.status === 'active' ? 'primary' : 'neutral'} live={campaign.status === 'active'}>
      {statusLabels[campaign.status]}
    </Badge>
  );
}

export function SampleBadge({ campaign }: { campaign: Pick<Campaign, 'sample'> }) {
  if (!campaign.sample) return null;
  return (
    <Badge tone="outline" title={texts.sampleHint}>
      {texts.sample}
    </Badge>
  );
}

/** When something is due. Overdue means it runs with the next scheduler tick. */
export function NextTime({ at, otherwise = '–' }: { at: string | null; otherwise?: string }) {
  const now = useMinute();
  if (!at) return <span className="text-muted">{otherwise}</span>;
  return Date.parse(at) <= now ? <span title={at}>{texts.soon}</span> : <TimeAgo at={at} />;
}

const lowered = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

/** Paused rules are easy to forget. */
export function PausedRulesNote({ campaign }: { campaign: Campaign }) {
  const count = campaign.pausedRules.length;
  if (count === 0) return null;
  const look = (
    <ButtonLink variant="link" size="sm" to="?tab=learning">
      {learningTexts.pausedLink}
    </ButtonLink>
  );
  return (
    <Note tone="warn" action={look} className="mb-4">
      {learningTexts.pausedNote(count)}
    </Note>
  );
}

/** Marks bring nothing as long as nobody sees what they suggest. */
export function SuggestionsNote({ count, to, className = 'mb-4' }: { count: number; to: string; className?: string }) {
  if (count === 0) return null;
  const look = (
    <ButtonLink variant="link" size="sm" to={to}>
      {learningTexts.suggestedLink}
    </ButtonLink>
  );
  return (
    <Note action={look} className={className}>
      {learningTexts.suggestedNote(count)}
    </Note>
  );
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

export function CampaignLead({ campaign }: { campaign: Campaign }) {
  const about = excerpt((campaign.description || campaign.offering).split('\n')[0] ?? '', 200);
  return (
    <>
      {about ? <bdi>{sentence(about)} </bdi> : null}
      {texts.monitorsCounted(campaign)}, {lowered(scheduleLabels[campaign.schedule])}
      {campaign.nextRunAt && campaign.status === 'active' ? (
        <>
          , {texts.nextRun} <NextTime at={campaign.nextRunAt} />
        </>
      ) : null}
      .
    </>
  );
}
