import type { Preview, Rule } from '#shared/campaigns.ts';
import type { ApiError } from '#web/lib/api.ts';
import { fullNumber, decimal } from '#web/lib/format.ts';
import { shortNumber } from '#web/lib/language.ts';
import { cx } from '#web/ui/class-names.ts';
import { Section } from '#web/ui/page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type Tried, TrySection, FoundList } from './live-trial.tsx';
import { editorTexts as texts } from './texts.ts';

interface DryRunProps {
  preview: Preview | undefined;
  error: ApiError | undefined;
  isSettling: boolean;
  onRetry: () => void;
  /** Leads with the saved settings; null for a new campaign. */
  savedLeads: number | null;
  rules: readonly Rule[];
  isSample: boolean;
  /** What is tried on its sources, too. */
  tried?: Tried | undefined;
}

/** The column beside a campaign's fields. */
export function DryRun({ preview, error, isSettling, onRetry, savedLeads, rules, isSample, tried }: DryRunProps) {
  const status = (
    <span className="inline-flex items-center gap-2 text-12">
      {isSettling ? <Spinner className="size-3.5" /> : null}
      {preview?.sample ? texts.dryRunMadeUpOf : texts.dryRunOf}
    </span>
  );
  return (
    <aside
      aria-label={texts.dryRun}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-w-0 self-start [scrollbar-width:thin] xl:sticky xl:top-16 xl:max-h-[calc(100dvh-136px)] xl:overflow-y-auto"
    >
      {tried && tried.input.streams.length > 0 ? <TrySection {...tried} /> : null}
      <Section title={texts.dryRun} aside={status}>
        {error && !preview ? (
          <ErrorState onRetry={onRetry} retrying={isSettling}>
            {texts.dryRunFailed} {error.message}
          </ErrorState>
        ) : preview ? (
          <Findings preview={preview} savedLeads={savedLeads} rules={rules} isSample={isSample} />
        ) : (
          <DryRunSkeleton />
        )}
      </Section>
    </aside>
  );
}

const figure = 'text-28 font-semibold tracking-[-.02em] tabular-nums';

function Findings({ preview, savedLeads, rules, isSample }: Pick<DryRunProps, 'savedLeads' | 'rules' | 'isSample'> & { preview: Preview }) {
  if (preview.considered === 0) return <p className="py-4 text-13 text-muted">{isSample ? texts.dryRunSample : texts.dryRunEmpty}</p>;
  const gained = savedLeads === null ? 0 : preview.leads - savedLeads;
  const figures = [
    { value: fullNumber(preview.matched), label: texts.matchedOf(fullNumber(preview.considered)) },
    { value: fullNumber(preview.leads), label: texts.wouldBeLeads },
    ...(preview.sample
      ? []
      : [
          gained === 0
            ? { value: preview.perDay < 10 ? decimal(preview.perDay, 1) : shortNumber(Math.round(preview.perDay)), label: texts.perDay }
            : { value: `${gained > 0 ? '+' : '−'}${String(Math.abs(gained))}`, label: texts.against },
        ]),
  ];
  return (
    <>
      <dl aria-live="polite" className="mt-4 mb-3 flex">
        {figures.map(({ value, label }, index) => (
          <div key={label} className="flex flex-col-reverse border-l border-line px-5 first:border-l-0 first:pl-0">
            <dt className="text-13 text-muted">{label}</dt>
            <dd className={cx(figure, index === 2 && gained > 0 && 'text-good')}>{value}</dd>
          </div>
        ))}
      </dl>
      {preview.sample ? <p className="mb-3 text-13 text-muted">{texts.dryRunMadeUp}</p> : null}
      {preview.best.length === 0 ? <p className="border-t border-line py-4 text-13 text-muted">{texts.dryRunNone}</p> : null}
      <FoundList posts={preview.best} rules={rules} />
    </>
  );
}

function DryRunSkeleton() {
  return (
    <div aria-busy="true" className="pt-4">
      <Skeleton strong className="h-8 w-48" />
      {['w-11/12', 'w-4/5', 'w-full', 'w-3/4', 'w-5/6'].map((width) => (
        <div key={width} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5 first-of-type:mt-4">
          <Skeleton strong className="h-6 w-8" />
          <div>
            <Skeleton strong className={`h-3 ${width}`} />
            <Skeleton className="mt-2 h-2.5 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
