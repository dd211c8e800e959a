import { Link } from 'react-router-dom';
import { useState, useEffect } from 'react';
import { holdMs, type OutboxItem, outboxRoutes, type Outcome, type Reply, type ReplyState, undoGraceMs } from '#shared/outbox.ts';
import { morningIn } from '#web/features/follow-ups/due.ts';
import { recordStep } from '#web/features/inbox/actions/undo.ts';
import { removeWhenReachable } from '#web/features/inbox/actions/unsent.ts';
import { call, markStale, useApi, keepalive } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { authorName } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { useIsTeam } from '#web/lib/session.tsx';
import { tSent } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Sparkline } from '#web/ui/chart.tsx';
import { type DotTone, Status } from '#web/ui/status-dot.tsx';
import { outboxTexts as texts, replyTexts } from './texts.ts';

/** Counts down to `at` (UTC ms); screen readers hear it once. */
function PostingIn({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((at - now) / 1000);
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {seconds > 0 ? texts.postingIn(seconds) : texts.states.sending}
      </span>
      <span className="sr-only">{texts.posting}</span>
    </>
  );
}

/** Rejects once the reply is being posted. */
export async function undoReply(id: string): Promise<void> {
  try {
    await removeWhenReachable(() => call(outboxRoutes.undo, { params: { id } }, keepalive));
  } finally {
    markStale(['/outbox', '/schedule', '/leads']);
  }
}

const tones: Record<OutboxItem['state'], DotTone> = { queued: 'off', sending: 'new', sent: 'good', failed: 'bad', unknown: 'warn' };
/** States that are more specific than "Posted". */
const fates = { removed: 'bad', hidden: 'warn', deleted: 'off' } satisfies Partial<Record<ReplyState, DotTone>>;
const fateOf = (reply: OutboxItem['reply']): keyof typeof fates | null =>
  reply !== null && reply.state in fates ? (reply.state as keyof typeof fates) : null;
const shown = 3;

const resolve = (id: string, outcome: Outcome): Promise<boolean> =>
  attempt(async () => {
    await call(outboxRoutes.resolve, { params: { id }, body: { outcome } });
    markStale(['/outbox']);
  });

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

/** In its last seconds it counts down. */
function Waiting({ nextAt }: Pick<OutboxItem, 'nextAt'>) {
  const at = nextAt === null ? 0 : Date.parse(nextAt) - undoGraceMs;
  const [isHeld] = useState(() => at > Date.now() && at - Date.now() <= holdMs);
  return isHeld ? <PostingIn at={at} /> : texts.states.queued;
}

function Answer({ item, onEdit }: { item: OutboxItem; onEdit: (message: string) => void }) {
  const {
    id,
    state,
    account,
    createdAt,
    sentAt,
    permalink,
    error,
    reply,
    message,
    nextAt,
    sentBy,
    canChange = true,
    held,
    approvedBy,
  } = item;
  const isTeam = useIsTeam();
  const fate = fateOf(reply);
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-2">
        <Status tone={fate ? fates[fate] : held === 'returned' ? 'warn' : tones[state]} colored>
          {fate ? (
            replyTexts.states[fate]
          ) : held === 'approval' || held === 'returned' ? (
            texts.held[held]
          ) : state === 'queued' ? (
            <Waiting key={nextAt} nextAt={nextAt} />
          ) : (
            texts.states[state]
          )}
        </Status>
        <span className="text-muted">
          {sentBy && isTeam ? (
            <>
              <bdi>{texts.by(sentBy.username, state === 'sent')}</bdi> ·{' '}
            </>
          ) : null}
          {texts.as(account)} ·{' '}
          {approvedBy ? (
            <>
              <bdi>{texts.approvedBy(approvedBy.username)}</bdi> ·{' '}
            </>
          ) : null}
          <TimeAgo at={sentAt ?? createdAt} />
        </span>
        {permalink ? (
          <a href={permalink} target="_blank" rel="noopener noreferrer nofollow" className="font-medium text-primary hover:underline">
            {texts.view}
          </a>
        ) : null}
        {canChange && state === 'queued' ? (
          <Button variant="link" size="sm" onClick={() => void attempt(() => undoReply(id).then(() => onEdit(message)))}>
            {texts.undo}
          </Button>
        ) : null}
        {canChange && state === 'failed' && message !== '' ? (
          <Button variant="link" size="sm" onClick={() => onEdit(message)}>
            {texts.editAgain}
          </Button>
        ) : null}
      </div>
      {error ? <p className="text-soft-text">{tSent(error)}</p> : null}
      {reply ? <ReplyLine reply={reply} /> : null}
      {canChange && state === 'unknown' ? <Outcomes id={id} /> : null}
    </li>
  );
}

/** Status of the replies to one conversation; nothing when there are none. `onEdit` gets the text of one that wasn't posted. */
export function OutboxList({ postId, enabled, onEdit }: { postId: string; enabled: boolean; onEdit: (message: string) => void }) {
  const { data } = useApi(outboxRoutes.list, enabled ? { query: { postId, limit: shown } } : null);
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label={texts.title} className="mt-3 flex flex-col gap-2 text-13">
      {data.items.map((item) => (
        <Answer key={item.id} item={item} onEdit={onEdit} />
      ))}
    </ul>
  );
}

/** Authors named before "and N more". */
const maxNamed = 3;

/** Fewer data points than this don't make a trend. */
const minPoints = 3;

function Points({ score, history }: { score: number; history: Reply['history'] }) {
  const scores = history.map((point) => point.score);
  return (
    <span className="tabular-nums">
      <span className="inline-flex items-center gap-2">
        {replyTexts.points(score)}
        {scores.length >= minPoints ? (
          <Sparkline values={scores} label={replyTexts.course(Math.min(...scores), Math.max(...scores))} />
        ) : null}
      </span>
    </span>
  );
}

function Answers({ answers, answeredBy, answeredAt }: Reply) {
  const isNamed = answeredBy.length > 0 && answeredBy.length <= maxNamed && answeredBy.length === answers;
  return (
    <>
      {answeredAt ? (
        <span className="font-medium text-soft-text">
          {replyTexts.theyAnswered} <TimeAgo at={answeredAt} />
        </span>
      ) : null}
      {answers === null ? null : (
        <span dir="auto">{isNamed ? replyTexts.answersOf(answers, answeredBy.map(authorName)) : replyTexts.answers(answers)}</span>
      )}
    </>
  );
}

function Trouble({ why, senderLeft }: NonNullable<Reply['trouble']> & Pick<Reply, 'senderLeft'>) {
  if (why === 'unreadable') return <span className="text-warn">{replyTexts.unreadable}</span>;
  return (
    <span>
      <Link to="/dashboard/settings?tab=reddit" className="text-warn underline hover:text-text">
        {senderLeft ? replyTexts.leftUnconnected : replyTexts.unconnected}
      </Link>
    </span>
  );
}

function Looked({ checkedAt, nextAt, state }: Reply) {
  const isOver = nextAt === null && state !== 'deleted';
  if (checkedAt)
    return (
      <span>
        {isOver ? replyTexts.lookedAtLast : replyTexts.lookedAt} <TimeAgo at={checkedAt} />
      </span>
    );
  return nextAt ? (
    <span>
      {replyTexts.firstLook} <TimeAgo at={nextAt} />
    </span>
  ) : null;
}

/** Status of a reply on Reddit, in one line. */
function ReplyLine({ reply }: { reply: Reply }) {
  const { score, history, state, locked, trouble, nextAt, senderLeft } = reply;
  return (
    <p className="flex flex-wrap text-muted *:not-last:after:mx-1.5 *:not-last:after:font-normal *:not-last:after:text-muted *:not-last:after:content-['·']">
      {score === null || state === 'deleted' ? null : <Points score={score} history={history} />}
      {state === 'deleted' ? null : <Answers {...reply} />}
      {locked ? <span>{replyTexts.locked}</span> : null}
      {state === 'own' ? <span>{replyTexts.own}</span> : null}
      {trouble && nextAt ? <Trouble {...trouble} senderLeft={senderLeft} /> : null}
      {senderLeft && nextAt && !trouble ? <span>{replyTexts.left}</span> : null}
      <Looked {...reply} />
    </p>
  );
}

interface NewReply {
  postId: string;
  /** It goes below this comment. */
  answerId: string | undefined;
  account: string | undefined;
  message: string;
  followUpAt: string | null;
}

/** Days after a reply that is posted at a time (UTC ms); null: none. */
export const followUpTime = (days: number | null, at: number): string | null => (days === null ? null : morningIn(days, at));

/** Resolves once the reply waits to be posted. `onSent` returns what brings its text back when it is undone. */
export async function sendReply({ postId, ...body }: NewReply, onSent: () => () => void): Promise<void> {
  // If only the response is lost, the list has the reply, and its undo.
  const { outboxId, held } = await call(outboxRoutes.send, { params: { id: postId }, body }).finally(() => markStale(['/outbox']));
  const at = Date.now() + holdMs;
  const bringBack = onSent();
  const undo = () => undoReply(outboxId).then(bringBack);
  void recordStep({ sent: Promise.resolve(undo), label: held === 'approval' ? texts.forApproval : <PostingIn at={at} />, lastsMs: holdMs });
}
