import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/dashboard.ts';
import { streamNameInRun, streamLevels } from '#web/features/campaigns/stream-labels.ts';
import { groupProblems } from '#web/features/campaigns/problem-groups.ts';
import { Button } from '#web/ui/button.tsx';
import { Checks } from '#web/ui/checks.tsx';
import { Section } from '#web/ui/section.tsx';
import { Dot } from '#web/ui/status-dot.tsx';
import { texts } from './texts.ts';

export function MonitoringSection({ monitored, firstCampaign }: { monitored: Dashboard['monitored']; firstCampaign: string | undefined }) {
  const { total, problems } = monitored;
  const campaign = problems[0]?.campaignId ?? firstCampaign;
  const tone = total === 0 ? 'off' : monitored.monitored === total ? 'good' : monitored.monitored === 0 ? 'bad' : 'warn';
  const coverage = (
    <Button variant="link" size="sm" asChild>
      <Link to={`/dashboard/campaigns/${campaign ?? ''}?tab=coverage`}>{texts.coverage}</Link>
    </Button>
  );
  return (
    <Section title={texts.monitoring} aside={campaign ? coverage : undefined}>
      <p className="mt-3 flex items-center gap-2 text-13">
        <Dot tone={tone} />
        {total === 0 ? (
          texts.monitoringNone
        ) : (
          <span>
            <b className="font-medium">{monitored.monitored}</b>
            {texts.monitoringOf(total)}
          </span>
        )}
      </p>
      {problems.length > 0 ? (
        <Checks
          className="mt-2.5"
          items={groupProblems(
            problems.map(({ name, message: words, state }) => ({ name: streamNameInRun(name), reason: words, state })),
          ).map(({ names, reason, state }) => ({
            key: `${state} ${reason}`,
            level: streamLevels[state],
            text: (
              <>
                <b className="font-medium text-text">{names}</b> {reason}
              </>
            ),
          }))}
        />
      ) : null}
    </Section>
  );
}
