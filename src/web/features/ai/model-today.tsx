import { Link } from 'react-router-dom';
import { aiRoutes } from '#shared/ai.ts';
import { useApi } from '#web/lib/api.ts';
import { usePublicSettings } from '#web/lib/public-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LimitLine } from './limit-line.tsx';
import { StateLine } from './state-line.tsx';
import { aiTexts as texts } from './texts.ts';

/** A dashboard section, shown only when a model is configured. */
export function ModelToday() {
  const provider = usePublicSettings().data?.aiProvider;
  return provider === undefined || provider === 'builtin' ? null : <Today />;
}

function Today() {
  const { data, error, mutate, isValidating } = useApi(aiRoutes.status, {}, { refreshInterval: 60_000 });
  const details = (
    <Button variant="link" size="sm" asChild>
      <Link to="/dashboard/settings?tab=ai">{texts.settings}</Link>
    </Button>
  );
  return (
    <Section title={texts.today} aside={details}>
      {data ? (
        <div className="mt-3 flex flex-col gap-3">
          <StateLine status={data} />
          {data.today.calls > 0 ? (
            <LimitLine label={texts.tokensToday} used={data.today.tokens} limit={data.tokensPerUserDay} />
          ) : (
            <p className="text-13 text-muted">{texts.todayNothing}</p>
          )}
          {data.waiting > 0 ? <p className="text-12 text-muted">{texts.waiting(data.waiting)}</p> : null}
        </div>
      ) : null}
      {!data && error ? (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
          {texts.failed}
        </ErrorState>
      ) : null}
      {!data && !error ? <Skeleton className="mt-3 h-10" /> : null}
    </Section>
  );
}
