import { aiRoutes } from '#shared/ai.ts';
import { useApi } from '#web/lib/api.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { PageSkeleton } from '#web/ui/skeleton.tsx';
import { LimitLine } from './limit-line.tsx';
import { MissedPosts, SpendReport } from './spend-report.tsx';
import { SpendTable } from './spend-table.tsx';
import { StateLine } from './state-line.tsx';
import { aiTexts as texts } from './texts.ts';

/** Model cost of the whole instance, for admins. */
export function AiUsage() {
  const status = useApi(aiRoutes.status, {}, { refreshInterval: 30_000 });
  const usage = useApi(aiRoutes.usage, { query: {} });
  const error = status.error ?? usage.error;
  if (!status.data || !usage.data)
    return error ? (
      <ErrorState onRetry={() => void Promise.all([status.mutate(), usage.mutate()])} retrying={status.isValidating || usage.isValidating}>
        {texts.failed} {error.message}
      </ErrorState>
    ) : (
      <PageSkeleton />
    );
  const { instance, hint } = status.data;
  const { byModel, byUser, missed } = usage.data;
  return (
    <div className="flex max-w-180 flex-col gap-10">
      <Section title={texts.title}>
        <div className="flex flex-col gap-5 pt-4">
          <StateLine status={status.data} />
          {hint ? <Note tone="warn">{hint}</Note> : null}
          {instance && status.data.provider !== 'builtin' ? (
            <>
              <LimitLine label={texts.instanceTokens} used={instance.tokens} limit={instance.tokensPerDay} />
              <LimitLine label={texts.instanceCalls} used={instance.calls} limit={instance.callsPerDay} />
            </>
          ) : null}
        </div>
      </Section>
      <Section title={texts.usageTitle}>
        <SpendReport report={usage.data}>
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
