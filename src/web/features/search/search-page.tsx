import { useEffect, useState, type SubmitEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useCan } from '#web/lib/session.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Results } from './results.tsx';
import { texts, sortLabels, timeLabels } from './texts.ts';
import { useSearch, readFilters, readSubreddit, type SearchFilters, rememberSearch, forgetSearches, readRecent } from './use-search.ts';
import { useSetFilters } from '#web/lib/url-params.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, ChipRow } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Search } from 'lucide-react';
import { maxSearchLength, searchSorts, searchTimes } from '#shared/search.ts';
import { Field, Input, SearchInput, Select } from '#web/ui/field.tsx';

export function SearchPage() {
  usePageTitle(texts.title);
  return (
    <Page>
      <PageHeader title={texts.title} lead={texts.lead} />
      {useCan().work ? <LiveSearch /> : <EmptyState>{texts.readOnly}</EmptyState>}
    </Page>
  );
}

/** The URL holds the search, so it can be shared and revisited. */
function LiveSearch() {
  const [address, setAddress] = useSearchParams();
  const change: (next: Partial<SearchFilters>) => void = useSetFilters();
  const filters = readFilters(address);
  const search = useSearch(filters);
  const campaigns = useCampaignNames();
  const asked = address.toString();
  const hasAnswer = filters.q !== '' && search.items !== undefined;
  useEffect(() => {
    if (hasAnswer) rememberSearch(asked);
  }, [hasAnswer, asked]);
  return (
    <>
      <SearchForm
        key={`${filters.q} ${filters.subreddit ?? ''}`}
        filters={filters}
        campaigns={campaigns.options}
        busy={search.isLoading && filters.q !== ''}
        onChange={change}
      />
      {filters.q === '' ? (
        <Start onPick={(recent) => setAddress(new URLSearchParams(recent))} />
      ) : (
        <Results search={search} filters={filters} campaignName={campaigns.nameOf(filters.campaign ?? '')} onChange={change} />
      )}
    </>
  );
}

function Start({ onPick }: { onPick: (address: string) => void }) {
  const [recent, setRecent] = useState(() => readRecent());
  return (
    <EmptyState
      help={<HelpLink topic="sources" section="Coverage" />}
      action={
        recent.length === 0 ? null : (
          <div className="flex flex-col items-center gap-2">
            <ChipRow label={texts.recent}>
              {recent.map((entry) => {
                const { q, subreddit } = readFilters(new URLSearchParams(entry));
                return (
                  <Chip key={entry} className="max-w-64" onClick={() => onPick(entry)}>
                    <span className="truncate">
                      {q}
                      {subreddit ? ` · r/${subreddit}` : ''}
                    </span>
                  </Chip>
                );
              })}
            </ChipRow>
            <Button
              variant="link"
              size="sm"
              onClick={() => {
                forgetSearches();
                setRecent([]);
              }}
            >
              {texts.forget}
            </Button>
          </div>
        )
      }
    >
      {texts.start}
    </EmptyState>
  );
}

interface SearchFormProps {
  filters: SearchFilters;
  campaigns: { value: string; label: string }[];
  busy: boolean;
  onChange: (change: Partial<SearchFilters>) => void;
}

/** Text fields apply on submit, the menus at once. */
function SearchForm({ filters, campaigns, busy, onChange }: SearchFormProps) {
  const [q, setQ] = useState(filters.q);
  const [subreddit, setSubreddit] = useState(filters.subreddit ?? '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onChange({ q: q.trim(), subreddit: readSubreddit(subreddit) });
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
          <Input value={subreddit} placeholder={texts.anywhere} maxLength={200} onChange={(event) => setSubreddit(event.target.value)} />
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
