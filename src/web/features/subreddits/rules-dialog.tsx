import { subredditRoutes, type Subreddit, type SubredditRule, type PromotionLevel, type SubredditState } from '#shared/subreddits.ts';
import { useApi } from '#web/lib/api.ts';
import { counted, subredditName } from '#web/lib/format.ts';
import { t, tSent } from '#web/lib/language.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader } from '#web/ui/dialog.tsx';
import { ErrorState, PageSkeleton } from '#web/ui/states.tsx';
import { Facts, type Fact } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';

export const promotionLabels: Record<PromotionLevel, string> = {
  none: t('No promotion'),
  low: t('Little promotion'),
  'weekly-thread': t('Promotion thread only'),
  ok: t('Promotion allowed'),
  unknown: t('Promotion policy unknown'),
};

export const subredditTexts = {
  rulesOf: (name: string) => t('Rules of {name}', { name: subredditName(name) }),
  allRules: (count: number, name: string) =>
    t('{count, plural, one {The rule} other {All # rules}} of {name}', { count, name: subredditName(name) }),
  seeRules: (name: string) => t('Rules of {name}', { name: subredditName(name) }),
  rules: t('Rules'),
  noRules: t("This subreddit has no rules of its own. Reddit's rules still apply."),
  notRead: t("Couldn't read the rules."),
  failed: t("Couldn't load this subreddit."),
  subscribers: (count: number) => counted(count, 'subscriber'),
  perDay: (posts: number) =>
    posts < 1 ? t('under 1 post per day') : t('{posts, plural, one {# post} other {# posts}} per day', { posts: Math.round(posts) }),
  restricted: t('Approved members only'),
  over18: '18+',
  promotion: t('Promotion'),
  fromRules: (rule: string) => t('from its rule “{rule}”', { rule }),
  fromCatalog: t('our estimate, not a rule'),
  limit: (percent: number) => t('under {percent}%', { percent }),
  posts: t('For new posts'),
  flair: t('A flair is required'),
  titleAtLeast: (length: number) => t('Titles need at least {length} characters', { length }),
  about: {
    links: t('on links'),
    comments: t('on comments'),
  },
  readAt: t('Updated'),
  stale: t("More than a day old: it couldn't be updated."),
  facts: t('About these subreddits'),
  more: (count: number) => t('Show {count} more', { count }),
  unread: t('not read yet'),
  states: {
    open: '',
    unread: '',
    private: t('private'),
    banned: t('banned by Reddit'),
    missing: t("doesn't exist"),
    quarantined: t('quarantined'),
    forbidden: t('no access'),
  } satisfies Record<SubredditState, string>,
};

interface RulesDialogProps {
  /** The subreddit; null while the dialog is closed. */
  name: string | null;
  onClose: () => void;
}

/** The rules of a subreddit, word for word, with what else is known about it. */
export function RulesDialog({ name, onClose }: RulesDialogProps) {
  return (
    <Dialog open={name !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      {name === null ? null : (
        <DialogContent size="lg">
          <DialogHeader title={subredditTexts.rulesOf(name)} />
          <Loaded name={name} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function Loaded({ name }: { name: string }) {
  const { data, error, mutate, isValidating } = useApi(subredditRoutes.get, { params: { name } }, { revalidateOnFocus: false });
  if (data) return <Known subreddit={data} onRetry={() => void mutate()} retrying={isValidating} />;
  if (!error) return <PageSkeleton />;
  return (
    <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
      {subredditTexts.failed} {error.message}
    </ErrorState>
  );
}

function factsOf({ about, promotion, requirements, readAt }: Subreddit): Fact[] {
  const { level, from, message, limit } = promotion;
  const why = from === 'rules' ? subredditTexts.fromRules(message) : from === 'catalog' ? subredditTexts.fromCatalog : '';
  const bears = `${promotionLabels[level]}${limit === null ? '' : `, ${subredditTexts.limit(limit)}`}`;
  const posts = [
    requirements?.flairRequired ? subredditTexts.flair : '',
    requirements?.titleMin ? subredditTexts.titleAtLeast(requirements.titleMin) : '',
    requirements?.guidelines ?? '',
  ].filter(Boolean);
  return [
    ...(about?.subscribers === null || about === null ? [] : [{ name: t('Size'), value: subredditTexts.subscribers(about.subscribers) }]),
    { name: subredditTexts.promotion, value: why === '' ? bears : `${bears}: ${why}` },
    ...(posts.length === 0 ? [] : [{ name: subredditTexts.posts, value: posts.join('. ') }]),
    ...(readAt === null ? [] : [{ name: subredditTexts.readAt, value: <TimeAgo at={readAt} /> }]),
  ];
}

function Known({ subreddit, onRetry, retrying }: { subreddit: Subreddit; onRetry: () => void; retrying: boolean }) {
  const { about, rules, stale, error } = subreddit;
  return (
    <div className="mt-4 flex flex-col gap-4">
      {about?.description ? <DialogDescription>{about.description}</DialogDescription> : null}
      {stale ? <Note tone="warn">{subredditTexts.stale}</Note> : null}
      <Facts facts={factsOf(subreddit)} />
      {rules === null ? (
        <ErrorState onRetry={onRetry} retrying={retrying} className="py-4">
          {subredditTexts.notRead} {tSent(error ?? '')}
        </ErrorState>
      ) : rules.length === 0 ? (
        <p className="text-soft-text">{subredditTexts.noRules}</p>
      ) : (
        <ol className="flex flex-col gap-3 border-t border-line pt-4">
          {rules.map((rule, index) => (
            <Rule key={`${rule.name} ${String(index)}`} rule={rule} number={index + 1} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Rule({ rule: { name, text, kind }, number }: { rule: SubredditRule; number: number }) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)]">
      <span className="text-13 text-muted tabular-nums">{number}</span>
      <div dir="auto" className="min-w-0 wrap-anywhere">
        <p className="font-medium">
          {name}
          {kind === 'all' ? null : (
            <span className="ml-1.5 text-13 font-normal text-muted">
              {kind === 'link' ? subredditTexts.about.links : subredditTexts.about.comments}
            </span>
          )}
        </p>
        {text && text !== name ? <p className="mt-0.5 text-13 whitespace-pre-line text-soft-text">{text}</p> : null}
      </div>
    </li>
  );
}
