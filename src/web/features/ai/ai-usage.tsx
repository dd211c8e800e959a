import { aiRoutes, type AiStatus, type AiUsage as InstanceUsage } from '#shared/ai.ts';
import { useApi } from '#web/lib/api.ts';
import { tSent } from '#web/lib/language.ts';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { PageSkeleton } from '#web/ui/skeleton.tsx';
import { both, Loaded } from '#web/ui/states.tsx';
import { MissedPosts, SpendReport, SpendTable } from './spend-report.tsx';
import { LimitLine, StateLine } from './status-lines.tsx';
import { aiTexts as texts } from './texts.ts';

/** Model cost of the whole instance, for admins. */
export function AiUsage() {
  const answer = both(useApi(aiRoutes.status, {}, { refreshInterval: 30_000 }), useApi(aiRoutes.usage, { query: {} }));
  return (
    <Loaded answer={answer} failed={texts.failed} skeleton={<PageSkeleton />}>
      {([status, usage]) => <Usage status={status} usage={usage} />}
    </Loaded>
  );
}

function Usage({ status, usage }: { status: AiStatus; usage: InstanceUsage }) {
  const { instance, hint } = status;
  const { byModel, byUser, missed } = usage;
  return (
    <div className="flex max-w-180 flex-col gap-10">
      <Section title={texts.title}>
        <div className="flex flex-col gap-5 pt-4">
          <StateLine status={status} />
          {hint ? <Note tone="warn">{tSent(hint)}</Note> : null}
          {instance && status.provider !== 'builtin' ? (
            <>
              <LimitLine label={texts.instanceTokens} used={instance.tokens} limit={instance.tokensPerDay} />
              <LimitLine label={texts.instanceCalls} used={instance.calls} limit={instance.callsPerDay} />
            </>
          ) : null}
        </div>
      </Section>
      <Section title={texts.usageTitle}>
        <SpendReport report={usage}>
          <SpendTable
            caption={texts.byModel}
            head={texts.model}
            rows={byModel}
            rowKey={({ model }) => model}
            nameOf={({ model }) => model}
          />
          <SpendTable
            caption={texts.byUser}
            head={texts.user}
            rows={byUser}
            rowKey={({ userId }) => userId ?? ''}
            nameOf={({ username }) => username ?? texts.gone}
          />
        </SpendReport>
      </Section>
      <Section title={texts.missedTitle}>
        <MissedPosts missed={missed} />
      </Section>
    </div>
  );
}
