import { Link } from 'react-router-dom';
import { campaignRoutes, type Campaign } from '#shared/campaigns.ts';
import { useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Checks } from '#web/ui/checks.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { hasProblem, placeLevels, placeName } from './place-words.ts';
import { stateWords, texts } from './texts.ts';

/** How hearing goes in one sentence, and what is wrong with it. */
export function CoverageBrief({ campaign }: { campaign: Campaign }) {
  const { data, error } = useApi(campaignRoutes.coverage, { params: { id: campaign.id } });
  const all = (
    <Button variant="link" size="sm" asChild>
      <Link to="?tab=coverage">{texts.allPlaces}</Link>
    </Button>
  );
  return (
    <Section title={texts.tabs.coverage} aside={all}>
      <div className="pt-3 text-13">
        {data ? (
          <p>{data.summary.total === 0 ? texts.coverageEmpty : texts.coverageSummary(data.summary.hearing, data.summary.total)}</p>
        ) : null}
        {!data && error ? <p className="text-bad">{texts.coverageFailed}</p> : null}
        {!data && !error ? <Skeleton className="h-3 w-2/3" /> : null}
        {data ? (
          <Checks
            className="mt-2.5"
            items={data.places.filter(hasProblem).map((place) => ({
              key: `${place.kind} ${place.name}`,
              level: placeLevels[place.state],
              text: (
                <>
                  <b className="font-medium text-text">{placeName(place)}</b>: {place.error ?? stateWords[place.state].toLowerCase()}
                </>
              ),
            }))}
          />
        ) : null}
      </div>
    </Section>
  );
}
