import type { Campaign } from '#shared/campaigns.ts';
import { type Learning, learningRoutes } from '#shared/learning.ts';
import { formatRated } from '#web/features/analytics/format.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { reasonLabels } from '#web/features/inbox/actions/reason-picker.tsx';
import { useApi } from '#web/lib/api.ts';
import { fullNumber, decimal } from '#web/lib/format.ts';
import { tSent } from '#web/lib/language.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Figures } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { EmptyState, Loaded, TableSkeleton } from '#web/ui/states.tsx';
import { learningTexts as texts } from './learning-texts.ts';
import { RuleYields, SuggestedChanges } from './learning-sections.tsx';

/** What the campaign learned from feedback, and how each rule performs. */
export function LearningTab({ campaign }: { campaign: Campaign }) {
  const answer = useApi(learningRoutes.get, { params: { id: campaign.id } });
  return (
    <Loaded answer={answer} failed={texts.failed} skeleton={<TableSkeleton rows={6} columns={5} />}>
      {(learning) => (
        <div className="flex flex-col gap-10">
          <SuggestedChanges campaign={campaign} />
          {learning.lessons === 0 && learning.lately.rated === 0 ? <NoFeedback campaign={campaign} /> : <Learned learning={learning} />}
          <RuleYields campaign={campaign} rules={learning.rules} onChange={(next) => void answer.mutate(next, { revalidate: false })} />
        </div>
      )}
    </Loaded>
  );
}

function NoFeedback({ campaign }: { campaign: Campaign }) {
  const action = (
    <ButtonLink variant="outline" to={`/dashboard/posts?campaignId=${campaign.id}`}>
      {texts.reviewPosts}
    </ButtonLink>
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
  const share = formatRated(lately.right, lately.rated);
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

type Terms = Learning['up'];

const signed = (points: number): string => `${points > 0 ? '+' : '−'}${decimal(Math.abs(points), 1)}`;

/** Terms that raise or lower a score, learned from the user's feedback. */
function LearnedTerms({ up, down }: { up: Terms; down: Terms }) {
  const isEmpty = up.length + down.length === 0;
  return (
    <Section title={texts.learned} aside={isEmpty ? undefined : <span className="text-12">{texts.learnedAside}</span>}>
      {isEmpty ? (
        <p className="py-3 text-13 text-muted">{texts.learnedNone}</p>
      ) : (
        <>
          <div className="mt-3 grid gap-x-12 gap-y-6 sm:grid-cols-2">
            <List title={texts.up} terms={up} none={texts.upNone} />
            <List title={texts.down} terms={down} none={texts.downNone} />
          </div>
          <p className="mt-3 max-w-[76ch] text-12 text-muted">{texts.learnedHint}</p>
        </>
      )}
    </Section>
  );
}

function List({ title, terms, none }: { title: string; terms: Terms; none: string }) {
  return (
    <div className="min-w-0">
      <h3 className="pb-1 text-12 font-medium text-muted">{title}</h3>
      {terms.length === 0 ? <p className="py-1.5 text-13 text-muted">{none}</p> : null}
      <ul>
        {terms.map(({ what, points }) => (
          <li key={what} className="flex justify-between gap-4 border-b border-line py-1.5 text-13 last:border-b-0">
            <bdi className="min-w-0 wrap-anywhere">{tSent(what)}</bdi>
            <span className="font-medium tabular-nums">{signed(points)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
