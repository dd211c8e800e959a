import { HelpLink } from '#web/features/help/help-link.tsx';
import { Link } from 'react-router-dom';
import type { Campaign } from '#shared/campaigns.ts';
import { learningRoutes, type Learning } from '#shared/learning.ts';
import { reasonLabels } from '#web/features/inbox/reason-texts.ts';
import { useApi } from '#web/lib/api.ts';
import { fullNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Figures } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { TableSkeleton } from '#web/ui/skeleton.tsx';
import { LearnedTerms } from './learned-terms.tsx';
import { learningTexts as texts } from './learning-texts.ts';
import { RuleYields } from './rule-yields.tsx';

/** What the campaign learned from feedback, and how each rule performs. */
export function LearningTab({ campaign }: { campaign: Campaign }) {
  const { data, error, mutate, isValidating } = useApi(learningRoutes.get, { params: { id: campaign.id } });
  if (!data) {
    if (!error) return <TableSkeleton rows={6} columns={5} />;
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.failed} {error.message}
      </ErrorState>
    );
  }
  const isUntouched = data.lessons === 0 && data.lately.rated === 0;
  return (
    <div className="flex flex-col gap-10">
      {isUntouched ? <NoFeedback campaign={campaign} /> : <Learned learning={data} />}
      <RuleYields campaign={campaign} rules={data.rules} onChange={(next) => void mutate(next, { revalidate: false })} />
    </div>
  );
}

function NoFeedback({ campaign }: { campaign: Campaign }) {
  const action = (
    <Button variant="outline" asChild>
      <Link to={`/dashboard/posts?campaignId=${campaign.id}`}>{texts.reviewPosts}</Link>
    </Button>
  );
  return (
    <EmptyState action={action} help={<HelpLink topic="scoring" />}>
      {texts.empty}
    </EmptyState>
  );
}

function Learned({ learning }: { learning: Learning }) {
  const { lately, lessons, needed, isBehind, up, down, reasons, rules } = learning;
  const paused = rules.filter(({ pausedSince }) => pausedSince !== null).length;
  const share = lately.rated === 0 ? '–' : `${String(Math.round((100 * lately.right) / lately.rated))}%`;
  return (
    <>
      <div className="flex flex-col gap-4">
        <Figures
          figures={[
            { value: share, label: lately.rated === 0 ? texts.goodMatchesNone : texts.goodMatches(lately.rated) },
            { value: fullNumber(lessons), label: texts.lessons },
            { value: fullNumber(paused), label: texts.pausedRules },
          ]}
        />
        {needed > 0 ? <Note>{texts.needed(needed)}</Note> : null}
        {needed === 0 && isBehind ? <Note>{texts.behind}</Note> : null}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_304px]">
        <LearnedTerms up={up} down={down} />
        <Reasons reasons={reasons} />
      </div>
    </>
  );
}

function Reasons({ reasons }: Pick<Learning, 'reasons'>) {
  return (
    <Section title={texts.reasons}>
      {reasons.length === 0 ? <p className="py-3 text-13 text-muted">{texts.reasonsNone}</p> : null}
      <dl>
        {reasons.map(({ reason, count }) => (
          <div key={reason} className="flex justify-between gap-4 border-b border-line py-2 text-13 last:border-b-0">
            <dt>{reasonLabels[reason]}</dt>
            <dd className="tabular-nums">{fullNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
