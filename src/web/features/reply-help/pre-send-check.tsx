import { Check, ChevronDown, CircleAlert, TriangleAlert } from 'lucide-react';
import { type ComponentProps, useState, useEffect } from 'react';
import useSWR, { type SWRResponse } from 'swr';
import { type CheckOutcome, type CheckPoint, type ReplyCheck, replyCheckRoutes } from '#shared/reply-check.ts';
import { RulesDialog, subredditTexts } from '#web/features/subreddits/rules-dialog.tsx';
import { t, tSent } from '#web/lib/language.ts';
import { call, type ApiError } from '#web/lib/api.ts';
import { authorName, counted } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { type CheckLevel, Checks } from '#web/ui/checks.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Menu, MenuChoice } from '#web/ui/menu.tsx';
import { Popover } from '#web/ui/popover.tsx';

export const checkTexts = {
  title: t('Before you send'),
  as: (account: string) => t('as u/{account}', { account }),
  stops: (count: number, first: string) => `${counted(count, 'blocker')}: ${first}`,
  asks: (count: number, first: string) => `${counted(count, 'warning')}: ${first}`,
  ready: (unknown: number) => (unknown === 0 ? t('Ready') : t('Ready, {unknown} not checked', { unknown })),
  unknown: (count: number) => t("Couldn't check {count, plural, one {# thing} other {# things}}", { count }),
  failed: t("Couldn't check this reply."),
  retry: t('Check again'),
  loading: t('Checking…'),
  askTitle: t('Post it anyway?'),
  askText: t('The check found these problems. Posting is up to you.'),
  confirm: t('Post to Reddit'),
  back: t('Back to editing'),
};

/** Long enough that skimming posts sends no requests to Reddit. */
const settleMs = 700;

/** The Reddit account that was chosen; the server's choice without one. */
export type ChosenAccount = string | undefined;

export const askCheck = (postId: string, text: string, account: ChosenAccount): Promise<ReplyCheck> =>
  call(replyCheckRoutes.post, { params: { id: postId }, body: { text, account } });

/** Checks a reply while it is being written, debounced. */
function useReplyCheck({
  postId,
  text,
  account,
}: {
  postId: string;
  text: string;
  account: ChosenAccount;
}): SWRResponse<ReplyCheck, ApiError> {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useSWR<ReplyCheck, ApiError>(
    settled === null ? null : [`/posts/${postId}/reply-check`, settled, account],
    () => askCheck(postId, settled ?? '', account),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      shouldRetryOnError: false,
    },
  );
}

const levels: Record<CheckOutcome, CheckLevel> = { ok: 'ok', ask: 'warn', stop: 'bad', unknown: 'unknown' };
const order: readonly CheckOutcome[] = ['stop', 'ask', 'ok'];

/** Merges the 30 and 90 day windows into the longer one if they agree, and lists the same result once. */
function withoutTwins(points: readonly CheckPoint[]): CheckPoint[] {
  const [month, quarter] = ['promotion-30', 'promotion-90'].map((key) => points.find((point) => point.key === key));
  const merged = month && quarter && month.level === quarter.level ? points.filter((point) => point !== month) : points;
  return merged.filter(({ message }, index) => merged.findIndex((other) => other.message === message) === index);
}

export const checkItems = (points: readonly CheckPoint[]) =>
  points.map(({ key, level, message }) => ({ key, level: levels[level], text: tSent(message) }));

const looks = {
  stop: { icon: CircleAlert, tone: 'text-bad' },
  ask: { icon: TriangleAlert, tone: 'text-warn' },
  ok: { icon: Check, tone: 'text-good' },
};

interface BeforeSendingProps {
  postId: string;
  text: string;
  account: ChosenAccount;
  onAccount: (account: string) => void;
}

/** Only who has more than one account chooses. */
function AccountChoice({ check: { account, accounts }, onAccount }: { check: ReplyCheck } & Pick<BeforeSendingProps, 'onAccount'>) {
  if (accounts.length < 2 || account === null) return null;
  const trigger = (
    <Button variant="link" size="sm" className="flex-none text-12">
      {checkTexts.as(account)}
      <ChevronDown aria-hidden className="size-3.5" />
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuChoice options={accounts.map((name) => ({ value: name, label: authorName(name) }))} value={account} onChange={onAccount} />
    </Menu>
  );
}

/** The check before sending in one line, which opens. */
export function BeforeSending({ postId, text, account, onAccount }: BeforeSendingProps) {
  const { data, error, mutate, isValidating } = useReplyCheck({ postId, text, account });
  const [isReadingRules, setReadingRules] = useState(false);
  if (!data && error)
    return (
      <p role="alert" className="truncate text-12 text-soft-text">
        {checkTexts.failed} {error.message}{' '}
        <Button variant="link" size="sm" busy={isValidating} onClick={() => void mutate()}>
          {checkTexts.retry}
        </Button>
      </p>
    );
  if (!data) return <p className="text-12 text-muted">{checkTexts.loading}</p>;
  const points = withoutTwins(data.points);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <AccountChoice check={data} onAccount={onAccount} />
      <Popover label={checkTexts.title} trigger={<CheckLine points={points} />} className="w-96">
        <Points points={points} />
        <Button variant="link" size="sm" className="mt-2 text-12" onClick={() => setReadingRules(true)}>
          {data.ruleCount ? subredditTexts.allRules(data.ruleCount, data.subreddit) : subredditTexts.seeRules(data.subreddit)}
        </Button>
      </Popover>
      <RulesDialog name={isReadingRules ? data.subreddit : null} onClose={() => setReadingRules(false)} />
    </div>
  );
}

function summaryOf(points: readonly CheckPoint[]): { level: keyof typeof looks; label: string } {
  const [stops, asks, unknown] = (['stop', 'ask', 'unknown'] as const).map((level) => points.filter((point) => point.level === level));
  if (stops?.[0]) return { level: 'stop', label: checkTexts.stops(stops.length, tSent(stops[0].message)) };
  if (asks?.[0]) return { level: 'ask', label: checkTexts.asks(asks.length, tSent(asks[0].message)) };
  return { level: 'ok', label: checkTexts.ready(unknown?.length ?? 0) };
}

function CheckLine({ points, ...trigger }: { points: readonly CheckPoint[] } & ComponentProps<'button'>) {
  const { level, label } = summaryOf(points);
  const { icon: Icon, tone } = looks[level];
  return (
    <button
      type="button"
      {...trigger}
      className="flex h-control-sm max-w-full min-w-0 items-center gap-1.5 rounded-md text-12 text-soft-text hover:text-text max-md:h-10"
    >
      <Icon aria-hidden className={cx('size-3.5 flex-none', tone)} />
      <span aria-live="polite" className="truncate">
        {label}
      </span>
      <ChevronDown aria-hidden className="size-3.5 flex-none text-muted" />
    </button>
  );
}

function Points({ points }: { points: readonly CheckPoint[] }) {
  const known = order.flatMap((level) => points.filter((point) => point.level === level));
  const unknown = points.filter(({ level }) => level === 'unknown');
  return (
    <>
      <Checks items={checkItems(known)} />
      {unknown.length > 0 ? (
        <>
          <p className="mt-3 mb-1.5 text-12 text-muted">{checkTexts.unknown(unknown.length)}</p>
          <Checks items={checkItems(unknown)} />
        </>
      ) : null}
    </>
  );
}
