import type { Campaign } from '#shared/campaigns.ts';
import { excerpt } from '#web/lib/format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { learningTexts } from './learning-texts.ts';
import { NextTime } from './status.tsx';
import { scheduleLabels, texts } from './texts.ts';

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
