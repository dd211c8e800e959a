import { type Campaign, campaignRoutes, type StreamState } from '#shared/campaigns.ts';
import { useApi } from '#web/lib/api.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Checks } from '#web/ui/checks.tsx';
import { Section } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { groupProblems, type Problem } from './problem-groups.ts';
import { streamLevels, streamName } from './stream-labels.ts';
import { stateLabels, texts } from './texts.ts';

function problemOf(stream: StreamState, said: string | null): Problem[] {
  if ((stream.state !== 'failed' && stream.state !== 'limited') || (said !== null && stream.error === said)) return [];
  return [{ name: streamName(stream), reason: stream.error ?? stateLabels[stream.state].toLowerCase(), state: stream.state }];
}

export function CoverageBrief({ campaign }: { campaign: Campaign }) {
  const { data, error } = useApi(campaignRoutes.coverage, { params: { id: campaign.id } });
  const all = (
    <ButtonLink variant="link" size="sm" to="?tab=coverage">
      {texts.allStreams}
    </ButtonLink>
  );
  return (
    <Section title={texts.tabs.coverage} aside={all}>
      <div className="pt-3 text-13">
        {data ? (
          <p>{data.summary.total === 0 ? texts.coverageEmpty : texts.coverageSummary(data.summary.monitored, data.summary.total)}</p>
        ) : null}
        {!data && error ? <p className="text-bad">{texts.coverageFailed}</p> : null}
        {!data && !error ? <Skeleton className="h-3 w-2/3" /> : null}
        {data ? (
          <Checks
            className="mt-2.5"
            items={[
              ...(data.reddit === null ? [] : [{ key: 'reddit', level: 'bad' as const, text: data.reddit }]),
              ...groupProblems(data.places.flatMap((stream) => problemOf(stream, data.reddit))).map(({ names, reason, state }) => ({
                key: `${state} ${reason}`,
                level: streamLevels[state],
                text: (
                  <>
                    <b className="font-medium text-text">{names}</b>: {reason}
                  </>
                ),
              })),
            ]}
          />
        ) : null}
      </div>
    </Section>
  );
}
