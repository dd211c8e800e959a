import { useState } from 'react';
import type { CheckOutcome, CheckPoint, ReplyCheck } from '#shared/reply-check.ts';
import { RulesDialog } from '#web/features/subreddits/rules-dialog.tsx';
import { subredditTexts } from '#web/features/subreddits/texts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type CheckLevel, Checks } from '#web/ui/checks.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { checkTexts as texts } from './texts.ts';
import { useReplyCheck } from './use-reply-check.ts';

const levels: Record<CheckOutcome, CheckLevel> = { ok: 'ok', ask: 'warn', stop: 'bad', unknown: 'unknown' };
const order: readonly CheckOutcome[] = ['stop', 'ask', 'ok'];

/** Merges the 30 and 90 day windows into the longer one if they agree, and lists the same result once. */
function withoutTwins(points: readonly CheckPoint[]): CheckPoint[] {
  const [month, quarter] = ['promotion-30', 'promotion-90'].map((key) => points.find((point) => point.key === key));
  const merged = month && quarter && month.level === quarter.level ? points.filter((point) => point !== month) : points;
  return merged.filter(({ message }, index) => merged.findIndex((other) => other.message === message) === index);
}

export const checkItems = (points: readonly CheckPoint[]) =>
  points.map(({ key, level, message }) => ({ key, level: levels[level], text: message }));

export function BeforeSending({ postId, text }: { postId: string; text: string }) {
  const { data, error, mutate, isValidating } = useReplyCheck(postId, text);
  return (
    <aside aria-label={texts.title} className="flex min-h-0 min-w-0 flex-col max-md:mt-4">
      <div className="mb-2 flex min-h-8 flex-none items-center gap-2">
        <h3 className="flex-1 text-12 font-medium text-muted">{texts.title}</h3>
        {data ? <Summary points={withoutTwins(data.points)} /> : null}
      </div>
      {data ? <Points check={data} /> : null}
      {!data && !error ? <CheckSkeleton /> : null}
      {!data && error ? (
        <p role="alert" className="text-12 text-soft-text">
          {texts.failed} {error.message}{' '}
          <Button variant="link" size="sm" busy={isValidating} onClick={() => void mutate()}>
            {texts.retry}
          </Button>
        </p>
      ) : null}
    </aside>
  );
}

function Summary({ points }: { points: readonly CheckPoint[] }) {
  const count = (level: CheckOutcome) => points.filter((point) => point.level === level).length;
  const [stops, asks, unknown] = [count('stop'), count('ask'), count('unknown')];
  const isQuiet = stops === 0 && asks === 0;
  return (
    <output className="flex gap-1.5">
      {stops > 0 ? <Badge tone="bad">{texts.stops(stops)}</Badge> : null}
      {stops === 0 && asks > 0 ? <Badge tone="warn">{texts.asks(asks)}</Badge> : null}
      {isQuiet && unknown === 0 ? <Badge tone="good">{texts.clear}</Badge> : null}
      {isQuiet && unknown > 0 ? <Badge tone="outline">{texts.notKnown(unknown)}</Badge> : null}
    </output>
  );
}

function Points({ check }: { check: ReplyCheck }) {
  const [isOpen, setOpen] = useState(false);
  const points = withoutTwins(check.points);
  const known = order.flatMap((level) => points.filter((point) => point.level === level));
  const unknown = points.filter(({ level }) => level === 'unknown');
  return (
    <>
      <section
        aria-label={texts.points}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 overflow-y-auto -outline-offset-2 [scrollbar-width:thin] max-md:flex-none"
      >
        <Checks items={checkItems(known)} />
        {unknown.length > 0 ? (
          <details className="mt-1.5 text-12 text-muted">
            <summary className="cursor-pointer max-md:min-h-10 max-md:py-2">{texts.unknown(unknown.length)}</summary>
            <Checks items={checkItems(unknown)} className="mt-1.5" />
          </details>
        ) : null}
      </section>
      <Button variant="link" size="sm" className="mt-2 flex-none self-start text-12" onClick={() => setOpen(true)}>
        {check.ruleCount ? subredditTexts.allRules(check.ruleCount, check.subreddit) : subredditTexts.seeRules(check.subreddit)}
      </Button>
      <RulesDialog name={isOpen ? check.subreddit : null} onClose={() => setOpen(false)} />
    </>
  );
}

function CheckSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-2.5">
      <output className="sr-only">{texts.loading}</output>
      {['w-full', 'w-4/5', 'w-full', 'w-3/5', 'w-4/5'].map((width, index) => (
        <Skeleton key={`${width} ${String(index)}`} className={`h-3 ${width}`} />
      ))}
    </div>
  );
}
