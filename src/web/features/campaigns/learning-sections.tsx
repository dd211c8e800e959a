import { AlarmClock } from 'lucide-react';
import { useState } from 'react';
import type { Campaign } from '#shared/campaigns.ts';
import { type Learning, learningRoutes, type RuleYield } from '#shared/learning.ts';
import { type Suggestion, suggestionRoutes, withChange } from '#shared/suggestions.ts';
import { recordStep } from '#web/features/inbox/actions/undo.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt, useAttempt } from '#web/lib/failure.ts';
import { fullNumber } from '#web/lib/format.ts';
import { inSentence, tSent } from '#web/lib/language.ts';
import { useIsMobile } from '#web/lib/media.ts';
import { Can } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { ChangeEffect, recordChange } from './change-effect.tsx';
import { learningTexts as texts } from './learning-texts.ts';

/** Changes that the user's marks suggest, each with its effect. */
export function SuggestedChanges({ campaign }: { campaign: Campaign }) {
  const { data } = useApi(suggestionRoutes.list, { params: { id: campaign.id } });
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={texts.suggested}>
      <ul>
        {data.items.map((suggestion) => (
          <SuggestedChange key={suggestion.key} campaign={campaign} suggestion={suggestion} />
        ))}
      </ul>
    </Section>
  );
}

function SuggestedChange({ campaign, suggestion: { key, text, change } }: { campaign: Campaign; suggestion: Suggestion }) {
  const [isBusy, start] = useAttempt();
  const params = { id: campaign.id, name: key };
  const accept = async () => {
    await call(suggestionRoutes.accept, { params });
    recordChange(campaign, change, texts.accepted[change.kind]);
  };
  const showAnew = () => markStale(['/campaigns', '/dashboard']);
  const dismiss = async () => {
    await call(suggestionRoutes.dismiss, { params });
    showAnew();
    const undo = async () => {
      await call(suggestionRoutes.restore, { params });
      showAnew();
    };
    void recordStep({ sent: Promise.resolve(undo), label: texts.dismissed });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line py-3 last:border-b-0">
      <div className="min-w-64 flex-1">
        <p className="text-14 wrap-anywhere">
          <bdi>{tSent(text)}</bdi>
        </p>
        <Can>
          <ChangeEffect campaign={campaign} change={withChange(campaign, change)} />
        </Can>
      </div>
      <Can>
        <div className="flex gap-2">
          <Button variant="outline" size="sm" busy={isBusy} onClick={() => void start(accept, texts.suggestFailed)}>
            {texts.accept[change.kind]}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => void start(dismiss, texts.suggestFailed)}>
            {texts.notNow}
          </Button>
        </div>
      </Can>
    </li>
  );
}

interface RulesProps {
  campaign: Campaign;
  rules: readonly RuleYield[];
  onChange: (next: Learning) => void;
}

/** What each rule found, with a button to resume paused ones. */
export function RuleYields({ campaign, rules, onChange }: RulesProps) {
  const [waking, setWaking] = useState<string | null>(null);
  const isMobile = useIsMobile();
  const wake = async (rule: string) => {
    setWaking(rule);
    await attempt(async () => {
      onChange(await call(learningRoutes.wake, { params: { id: campaign.id }, body: { rule } }));
      markStale(['/campaigns', '/posts', '/leads']);
      toast.success(texts.resumed);
    }, texts.resumeFailed);
    setWaking(null);
  };
  const stateOf = ({ text, pausedSince }: RuleYield) =>
    pausedSince === null ? (
      <Status tone="good">{texts.active}</Status>
    ) : (
      <span className="inline-flex items-center gap-3">
        <Status tone="warn" colored>
          {texts.paused}
        </Status>
        <Can>
          <Button
            variant="outline"
            size="sm"
            icon={AlarmClock}
            busy={waking === text}
            aria-label={texts.resumeRule(text)}
            onClick={() => void wake(text)}
          >
            {texts.resume}
          </Button>
        </Can>
      </span>
    );
  return (
    <Section title={texts.rules} bare={rules.length > 0 && !isMobile}>
      {rules.length === 0 ? <p className="py-3 text-13 text-muted">{texts.rulesNone}</p> : null}
      {rules.length > 0 && isMobile ? (
        <ul>
          {rules.map((rule) => (
            <li key={rule.text} className="flex flex-col gap-1.5 border-b border-line py-3 text-13 last:border-b-0">
              <code className="font-mono wrap-anywhere">{rule.text}</code>
              <span className="text-muted tabular-nums">{yieldSummary(rule)}</span>
              {stateOf(rule)}
            </li>
          ))}
        </ul>
      ) : null}
      {rules.length > 0 && !isMobile ? (
        <Table
          caption={texts.rules}
          columns={[...columns, { key: 'state', header: texts.columns.state, render: stateOf }]}
          rows={rules}
          rowKey={({ text }) => text}
        />
      ) : null}
      {rules.length > 0 ? <p className="mt-3 max-w-[76ch] text-12 text-muted">{texts.pausedHint}</p> : null}
    </Section>
  );
}

const heads = texts.columns;
const yieldSummary = ({ matched, leads, right, wrong }: RuleYield): string =>
  [
    [matched, heads.matched],
    [leads, heads.leads],
    [right, heads.right],
    [wrong, heads.wrong],
  ]
    .map(([count, word]) => `${String(count)} ${inSentence(String(word))}`)
    .join(', ');

const columns: readonly Column<RuleYield>[] = [
  { key: 'rule', header: heads.rule, render: ({ text }) => <code className="font-mono text-13 wrap-anywhere">{text}</code> },
  { key: 'matched', header: heads.matched, figures: true, render: ({ matched }) => fullNumber(matched) },
  { key: 'leads', header: heads.leads, figures: true, render: ({ leads }) => fullNumber(leads) },
  { key: 'right', header: heads.right, figures: true, render: ({ right }) => fullNumber(right) },
  { key: 'wrong', header: heads.wrong, figures: true, render: ({ wrong }) => fullNumber(wrong) },
];
