import { Link } from 'react-router-dom';
import type { Reply } from '#shared/outbox.ts';
import { authorName } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Sparkline } from '#web/ui/sparkline.tsx';
import { replyTexts as texts } from './outbox-texts.ts';

/** Authors named before "and N more". */
const maxNamed = 3;

/** Fewer data points than this don't make a trend. */
const minPoints = 3;

function Points({ score, history }: { score: number; history: Reply['history'] }) {
  const scores = history.map((point) => point.score);
  return (
    <span className="tabular-nums">
      <span className="inline-flex items-center gap-2">
        {texts.points(score)}
        {scores.length >= minPoints ? <Sparkline values={scores} label={texts.course(Math.min(...scores), Math.max(...scores))} /> : null}
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
          {texts.theyAnswered} <TimeAgo at={answeredAt} />
        </span>
      ) : null}
      {answers === null ? null : (
        <span dir="auto">{isNamed ? texts.answersOf(answers, answeredBy.map(authorName)) : texts.answers(answers)}</span>
      )}
    </>
  );
}

function Trouble({ why }: NonNullable<Reply['trouble']>) {
  if (why === 'unreadable') return <span className="text-warn">{texts.unreadable}</span>;
  return (
    <span>
      <Link to="/dashboard/settings?tab=reddit" className="text-warn underline hover:text-text">
        {texts.unconnected}
      </Link>
    </span>
  );
}

function Looked({ checkedAt, nextAt, state }: Reply) {
  const isOver = nextAt === null && state !== 'deleted';
  if (checkedAt)
    return (
      <span>
        {isOver ? texts.lookedAtLast : texts.lookedAt} <TimeAgo at={checkedAt} />
      </span>
    );
  return nextAt ? (
    <span>
      {texts.firstLook} <TimeAgo at={nextAt} />
    </span>
  ) : null;
}

/** Status of a reply on Reddit, in one line. */
export function ReplyLine({ reply }: { reply: Reply }) {
  const { score, history, state, locked, trouble, nextAt } = reply;
  return (
    <p className="flex flex-wrap text-muted *:not-last:after:mx-1.5 *:not-last:after:font-normal *:not-last:after:text-muted *:not-last:after:content-['·']">
      {score === null || state === 'deleted' ? null : <Points score={score} history={history} />}
      {state === 'deleted' ? null : <Answers {...reply} />}
      {locked ? <span>{texts.locked}</span> : null}
      {state === 'own' ? <span>{texts.own}</span> : null}
      {trouble && nextAt ? <Trouble {...trouble} /> : null}
      <Looked {...reply} />
    </p>
  );
}
