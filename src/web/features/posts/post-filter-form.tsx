import { postStatuses } from '#shared/posts.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { foundOptions } from '#web/features/inbox/texts.ts';
import { TypedFilter } from '#web/features/inbox/list/typed-filter.tsx';
import { t } from '#web/lib/language.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import type { PostFilters } from './filters.ts';
import { statusLabels, texts } from './texts.ts';

interface PostFilterFormProps {
  filters: PostFilters;
  onChange: (change: Partial<PostFilters>) => void;
}

const scores = ['60', '70', '80'] as const;

/** An empty value removes the filter. */
export function PostFilterForm({ filters, onChange }: PostFilterFormProps) {
  const { options } = useCampaignNames();
  const since = foundOptions.find(({ value }) => value === filters.since)?.value ?? '';
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
        <Field label={texts.minScore}>
          <Select
            full
            options={[{ value: '', label: texts.anyScore }, ...scores.map((score) => ({ value: score, label: `${score}+` }))]}
            value={scores.find((score) => score === String(filters.minScore)) ?? ''}
            onChange={(score) => onChange({ minScore: score ? Number(score) : undefined })}
          />
        </Field>
        <Field label={texts.since}>
          <Select
            full
            options={[{ value: '', label: texts.anySince }, ...foundOptions]}
            value={since}
            onChange={(span) => onChange({ since: span || undefined })}
          />
        </Field>
        <Field label={texts.kind}>
          <Select
            full
            options={[
              { value: '', label: texts.anyKind },
              { value: 'post', label: t('Posts') },
              { value: 'comment', label: t('Comments') },
            ]}
            value={filters.kind ?? ''}
            onChange={(kind) => onChange({ kind: kind || undefined })}
          />
        </Field>
        <Field label={texts.status}>
          <Select
            full
            options={[
              { value: '', label: texts.defaultStatus },
              ...[...postStatuses, 'all' as const].map((status) => ({ value: status, label: statusLabels[status] })),
            ]}
            value={filters.status ?? ''}
            onChange={(status) => onChange({ status: status || undefined })}
          />
        </Field>
      </div>
      <TypedFilter
        label={texts.subreddit}
        value={filters.subreddit}
        onCommit={(name) => onChange({ subreddit: name?.replace(/^\/?r\//i, '') })}
      />
      <TypedFilter label={texts.rule} value={filters.rule} mono onCommit={(rule) => onChange({ rule })} />
      <Checkbox checked={filters.unseen ?? false} onChange={(event) => onChange({ unseen: event.target.checked || undefined })}>
        {texts.unseen}
      </Checkbox>
    </>
  );
}
