import { aiRoutes, type AiStatus } from '#shared/ai.ts';
import { useApi } from '#web/lib/api.ts';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { tSent } from '#web/lib/language.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { Meter } from '#web/ui/progress.tsx';
import { Loaded, Skeleton } from '#web/ui/states.tsx';
import { Dot } from '#web/ui/status-dot.tsx';
import { aiTexts as texts } from './texts.ts';

interface LimitLineProps {
  label: string;
  used: number;
  limit: number;
}

/** Usage against a daily limit. */
export function LimitLine({ label, used, limit }: LimitLineProps) {
  const share = limit === 0 ? 1 : used / limit;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4 text-13">
        <span className="text-muted">{label}</span>
        <span className="tabular-nums">{texts.ofLimit(used, limit)}</span>
      </div>
      <Meter label={label} value={used} max={limit} tone={share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'primary'} />
    </div>
  );
}

const tones = { ok: 'good', down: 'bad', paused: 'bad', spent: 'warn', off: 'off' } as const;

/** "Ollama: not answering since 14:05 UTC. Posts are scored without AI." */
export function StateLine({ status: { state, message } }: { status: Pick<AiStatus, 'message' | 'state'> }) {
  return (
    <p className="flex items-baseline gap-2 text-13">
      <Dot tone={tones[state]} />
      <span className="min-w-0 wrap-anywhere">{tSent(message)}</span>
    </p>
  );
}

/** A dashboard section, shown only when a model is configured. */
export function ModelToday() {
  const provider = usePublicSettings().data?.aiProvider;
  return provider === undefined || provider === 'builtin' ? null : <ModelUse />;
}

function ModelUse() {
  const details = (
    <ButtonLink variant="link" size="sm" to="/dashboard/settings?tab=ai">
      {texts.settings}
    </ButtonLink>
  );
  return (
    <Section title={texts.today} aside={details}>
      <Loaded
        answer={useApi(aiRoutes.status, {}, { refreshInterval: 60_000 })}
        failed={texts.failed}
        withReason={false}
        skeleton={<Skeleton className="mt-3 h-10" />}
      >
        {(status) => (
          <div className="mt-3 flex flex-col gap-3">
            <StateLine status={status} />
            {status.today.calls > 0 ? (
              <LimitLine label={texts.tokensToday} used={status.today.tokens} limit={status.tokensPerUserDay} />
            ) : (
              <p className="text-13 text-muted">{texts.todayNothing}</p>
            )}
            {status.waiting > 0 ? <p className="text-12 text-muted">{texts.waiting(status.waiting)}</p> : null}
          </div>
        )}
      </Loaded>
    </Section>
  );
}
