import { Link } from 'react-router-dom';
import type { Reply } from '#shared/outbox.ts';
import { authorName } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { replyTexts as texts } from './outbox-texts.ts';

/** So many authors are named; more would be a list. */
const mostNamed = 3;

function Answers({ answers, answeredBy, answeredAt }: Reply) {
  const isNamed = answeredBy.length > 0 && answeredBy.length <= mostNamed && answeredBy.length === answers;
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

function Looked({ checkedAt, nextAt, trouble, state }: Reply) {
  if (trouble) {
    return (
      <span className="text-warn">
        {trouble.why === 'unreadable' ? (
          texts.unreadable
        ) : (
          <Link to="/dashboard/settings?tab=reddit" className="underline hover:text-text">
            {texts.unconnected}
          </Link>
        )}{' '}
        <TimeAgo at={trouble.since} />
        {checkedAt ? (
          <>
            {texts.lastLook} <TimeAgo at={checkedAt} />
          </>
        ) : null}
      </span>
    );
  }
  if (checkedAt) {
    return (
      <span>
        {nextAt === null && state !== 'deleted' ? texts.lookedAtLast : texts.lookedAt} <TimeAgo at={checkedAt} />
      </span>
    );
  }
  return nextAt ? (
    <span>
      {texts.firstLook} <TimeAgo at={nextAt} />
    </span>
  ) : null;
}

/** What became of an answer that stands on Reddit, in one line. */
export function ReplyLine({ reply }: { reply: Reply }) {
  const { score, state, locked } = reply;
  return (
    <p className="flex flex-wrap text-muted *:not-last:after:mx-1.5 *:not-last:after:font-normal *:not-last:after:text-muted *:not-last:after:content-['·']">
      {score === null || state === 'deleted' ? null : <span className="tabular-nums">{texts.points(score)}</span>}
      {state === 'deleted' ? null : <Answers {...reply} />}
      {locked ? <span>{texts.locked}</span> : null}
      {state === 'own' ? <span>{texts.own}</span> : null}
      <Looked {...reply} />
    </p>
  );
}
