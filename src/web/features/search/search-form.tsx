import { Search } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { maxSearchLength, searchSorts, searchTimes } from '#shared/search.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, SearchInput } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { subredditFromInput, type SearchFilters } from './filters.ts';
import { sortLabels, texts, timeLabels } from './texts.ts';

interface SearchFormProps {
  filters: SearchFilters;
  campaigns: { value: string; label: string }[];
  busy: boolean;
  onChange: (change: Partial<SearchFilters>) => void;
}

/** Text fields apply on submit, the menus at once. */
export function SearchForm({ filters, campaigns, busy, onChange }: SearchFormProps) {
  const [q, setQ] = useState(filters.q);
  const [subreddit, setSubreddit] = useState(filters.subreddit ?? '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onChange({ q: q.trim(), subreddit: subredditFromInput(subreddit) || undefined });
  };
  return (
    <form role="search" onSubmit={submit} className="mb-6 flex flex-col gap-3">
      <div className="flex gap-2">
        <SearchInput
          value={q}
          dir="auto"
          aria-label={texts.q}
          placeholder={texts.placeholder}
          maxLength={maxSearchLength}
          className="min-w-0 flex-1"
          onChange={(event) => setQ(event.target.value)}
        />
        <Button type="submit" icon={Search} busy={busy} disabled={q.trim() === ''}>
          {texts.search}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Field label={texts.subreddit}>
          <Input value={subreddit} placeholder={texts.anywhere} maxLength={40} onChange={(event) => setSubreddit(event.target.value)} />
        </Field>
        <Field label={texts.time}>
          <Select
            full
            options={searchTimes.map((value) => ({ value, label: timeLabels[value] }))}
            value={filters.time}
            onChange={(time) => onChange({ time })}
          />
        </Field>
        <Field label={texts.sort}>
          <Select
            full
            options={searchSorts.map((value) => ({ value, label: sortLabels[value] }))}
            value={filters.sort}
            onChange={(sort) => onChange({ sort })}
          />
        </Field>
        <Field label={texts.campaign}>
          <Select
            full
            options={[{ value: 'none', label: texts.noCampaign }, ...campaigns]}
            value={filters.campaign ?? 'none'}
            onChange={(campaign) => onChange({ campaign: campaign === 'none' ? undefined : campaign })}
          />
        </Field>
      </div>
    </form>
  );
}
