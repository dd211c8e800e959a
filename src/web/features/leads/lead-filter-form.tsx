import { leadStages } from '#shared/leads.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { foundOptions } from '#web/features/inbox/texts.ts';
import { TypedFilter } from '#web/features/inbox/list/typed-filter.tsx';
import { useMembers } from '#web/features/workspaces/use-members.ts';
import { excerpt } from '#web/lib/format.ts';
import { Field, Select } from '#web/ui/field.tsx';
import type { LeadFilters } from './filters.ts';
import { assigneeTexts, texts } from './texts.ts';
import { filterLabels, stageLabels } from './list-texts.ts';

interface LeadFilterFormProps {
  filters: LeadFilters;
  onChange: (change: Partial<LeadFilters>) => void;
}

const scores = ['70', '80', '90'] as const;

export function LeadFilterForm({ filters, onChange }: LeadFilterFormProps) {
  const { options } = useCampaignNames();
  const colleagues = useMembers().filter(({ isYou }) => !isYou);
  return (
    <>
      <TypedFilter label={texts.search} value={filters.q} onCommit={(q) => onChange({ q })} />
      <Field label={texts.campaign}>
        <Select
          full
          options={[{ value: '', label: texts.anyCampaign }, ...options]}
          value={filters.campaignId ?? ''}
          onChange={(id) => onChange({ campaignId: id || undefined })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={texts.stage}>
          <Select
            full
            options={[{ value: '', label: texts.anyStage }, ...leadStages.map((stage) => ({ value: stage, label: stageLabels[stage] }))]}
            value={filters.stage ?? ''}
            onChange={(stage) => onChange({ stage: stage || undefined })}
          />
        </Field>
        <Field label={texts.minScore}>
          <Select
            full
            options={[{ value: '', label: texts.anyScore }, ...scores.map((score) => ({ value: score, label: `${score}+` }))]}
            value={scores.find((score) => score === String(filters.minConfidence)) ?? ''}
            onChange={(score) => onChange({ minConfidence: score ? Number(score) : undefined })}
          />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Field label={texts.since}>
          <Select
            full
            options={[{ value: '', label: texts.anySince }, ...foundOptions]}
            value={foundOptions.find(({ value }) => value === filters.since)?.value ?? ''}
            onChange={(since) => onChange({ since: since || undefined })}
          />
        </Field>
        <TypedFilter
          label={texts.subreddit}
          value={filters.subreddit}
          onCommit={(name) => onChange({ subreddit: name?.replace(/^\/?r\//i, '') })}
        />
      </div>
      {colleagues.length === 0 ? null : (
        <Field label={assigneeTexts.label}>
          <Select
            full
            options={[
              { value: '', label: assigneeTexts.anyone },
              ...(['me', 'none'] as const).map((value) => ({ value, label: filterLabels.assignee(value) })),
              ...colleagues.map(({ id, username }) => ({ value: id, label: excerpt(username, 28) })),
            ]}
            value={filters.assignee ?? ''}
            onChange={(assignee) => onChange({ assignee: assignee || undefined })}
          />
        </Field>
      )}
      <TypedFilter label={texts.tag} value={filters.tag} onCommit={(tag) => onChange({ tag })} />
    </>
  );
}
