import { outboxRoutes, type OutboxItem, type Outcome, type ReplyState } from '#shared/outbox.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { type DotTone, Status } from '#web/ui/status-dot.tsx';
import { outboxTexts as texts, replyTexts } from './outbox-texts.ts';
import { ReplyLine } from './reply-line.tsx';

const tones: Record<OutboxItem['state'], DotTone> = { queued: 'off', sending: 'new', sent: 'good', failed: 'bad', unknown: 'warn' };
/** States that are more specific than "Posted". */
const fates = { removed: 'bad', hidden: 'warn', deleted: 'off' } satisfies Partial<Record<ReplyState, DotTone>>;
const fateOf = (reply: OutboxItem['reply']): keyof typeof fates | null =>
  reply !== null && reply.state in fates ? (reply.state as keyof typeof fates) : null;
const shown = 3;

async function resolve(id: string, outcome: Outcome): Promise<void> {
  try {
    await call(outboxRoutes.resolve, { params: { id }, body: { outcome } });
    markStale(['/outbox']);
  } catch (error) {
    showToast.error(error instanceof Error ? error.message : texts.failed);
  }
}

function Outcomes({ id }: { id: string }) {
  const choices: [Outcome, string][] = [
    ['look-again', texts.lookAgain],
    ['sent', texts.itIsThere],
    ['not-sent', texts.notThere],
  ];
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      {choices.map(([outcome, label]) => (
        <Button key={outcome} variant="outline" size="sm" onClick={() => void resolve(id, outcome)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

function Answer({ item: { id, state, account, createdAt, sentAt, permalink, error, reply } }: { item: OutboxItem }) {
  const fate = fateOf(reply);
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-2">
        <Status tone={fate ? fates[fate] : tones[state]} colored>
          {fate ? replyTexts.states[fate] : texts.states[state]}
        </Status>
        <span className="text-muted">
          {texts.as(account)} · <TimeAgo at={sentAt ?? createdAt} />
        </span>
        {permalink ? (
          <a href={permalink} target="_blank" rel="noopener noreferrer nofollow" className="font-medium text-primary hover:underline">
            {texts.view}
          </a>
        ) : null}
      </div>
      {error ? <p className="text-soft-text">{error}</p> : null}
      {reply ? <ReplyLine reply={reply} /> : null}
      {state === 'unknown' ? <Outcomes id={id} /> : null}
    </li>
  );
}

/** Status of the replies to one conversation; nothing when there are none. */
export function OutboxList({ postId, enabled }: { postId: string; enabled: boolean }) {
  const { data } = useApi(outboxRoutes.list, enabled ? { query: { postId, limit: shown } } : null);
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label={texts.title} className="mt-3 flex flex-col gap-2 text-13">
      {data.items.map((item) => (
        <Answer key={item.id} item={item} />
      ))}
    </ul>
  );
}
