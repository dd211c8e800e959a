import { subredditRoutes, type Subreddit, type SubredditRule } from '#shared/subreddits.ts';
import { useApi } from '#web/lib/api.ts';
import { t, tSent } from '#web/lib/language.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Facts, type Fact } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageSkeleton } from '#web/ui/skeleton.tsx';
import { promotionLabels, subredditTexts as texts } from './texts.ts';

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
          <DialogHeader title={texts.rulesOf(name)} />
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
      {texts.failed} {error.message}
    </ErrorState>
  );
}

function factsOf({ about, promotion, requirements, readAt }: Subreddit): Fact[] {
  const { level, from, message, limit } = promotion;
  const why = from === 'rules' ? texts.fromRules(message) : from === 'catalog' ? texts.fromCatalog : '';
  const bears = `${promotionLabels[level]}${limit === null ? '' : `, ${texts.limit(limit)}`}`;
  const posts = [
    requirements?.flairRequired ? texts.flair : '',
    requirements?.titleMin ? texts.titleAtLeast(requirements.titleMin) : '',
    requirements?.guidelines ?? '',
  ].filter(Boolean);
  return [
    ...(about?.subscribers === null || about === null ? [] : [{ name: t('Size'), value: texts.subscribers(about.subscribers) }]),
    { name: texts.promotion, value: why === '' ? bears : `${bears}: ${why}` },
    ...(posts.length === 0 ? [] : [{ name: texts.posts, value: posts.join('. ') }]),
    ...(readAt === null ? [] : [{ name: texts.readAt, value: <TimeAgo at={readAt} /> }]),
  ];
}

function Known({ subreddit, onRetry, retrying }: { subreddit: Subreddit; onRetry: () => void; retrying: boolean }) {
  const { about, rules, stale, error } = subreddit;
  return (
    <div className="mt-4 flex flex-col gap-4">
      {about?.description ? <DialogDescription>{about.description}</DialogDescription> : null}
      {stale ? <Note tone="warn">{texts.stale}</Note> : null}
      <Facts facts={factsOf(subreddit)} />
      {rules === null ? (
        <ErrorState onRetry={onRetry} retrying={retrying} className="py-4">
          {texts.notRead} {tSent(error ?? '')}
        </ErrorState>
      ) : rules.length === 0 ? (
        <p className="text-soft-text">{texts.noRules}</p>
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
            <span className="ml-1.5 text-13 font-normal text-muted">{kind === 'link' ? texts.about.links : texts.about.comments}</span>
          )}
        </p>
        {text && text !== name ? <p className="mt-0.5 text-13 whitespace-pre-line text-soft-text">{text}</p> : null}
      </div>
    </li>
  );
}
