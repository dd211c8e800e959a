import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { useSetFilters } from '#web/features/inbox/url-filters.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { readFilters, type SearchFilters } from './filters.ts';
import { rememberSearch } from './recent.ts';
import { Results } from './results.tsx';
import { SearchForm } from './search-form.tsx';
import { Start } from './start.tsx';
import { texts } from './texts.ts';
import { useSearch } from './use-search.ts';

/** The URL holds the search, so it can be shared and revisited. */
export function SearchPage() {
  usePageTitle(texts.title);
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
    <Page>
      <PageHeader title={texts.title} lead={texts.lead} />
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
    </Page>
  );
}
