import { ArrowUpRight, Check } from 'lucide-react';
import { useState } from 'react';
import type { Lead } from '#shared/leads.ts';
import { changeFollowUp } from '#web/features/follow-ups/follow-up-actions.ts';
import type { ReaderTools } from '#web/features/inbox/inbox.tsx';
import { MarkdownText } from '#web/features/inbox/reader/markdown.tsx';
import { readerTexts } from '#web/features/inbox/reader/reader-texts.ts';
import { LeadReader } from '#web/features/leads/lead-reader.tsx';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { authorName } from '#web/lib/format.ts';
import { Can, draftOwner, useUser } from '#web/lib/session.tsx';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { EvidenceProvider } from '#web/ui/evidence.tsx';
import { todayTexts as texts } from './texts.ts';
import { answerFor, isTyped, type StackItem } from './use-today.ts';

interface TodayReaderProps {
  id: string;
  item: StackItem | undefined;
  tools: ReaderTools;
  onChange: (lead: Lead) => void;
}

/** A lead, below what makes it due: an answer, to which the reply goes, or a follow-up. */
export function TodayReader({ id, item, tools, onChange }: TodayReaderProps) {
  const user = useUser();
  const newest = item?.answers.at(-1);
  const [begun, setBegun] = useState(newest);
  const answer = answerFor(newest, { begun, isTyping: item !== undefined && isTyped(draftOwner(user))(item) });
  if (answer?.id !== begun?.id) setBegun(answer);
  return (
    <LeadReader
      key={answer?.postId}
      id={id}
      item={item?.lead}
      tools={tools}
      onChange={onChange}
      answer={answer}
      renderAbove={() => (
        <>
          {item && item.answers.length > 0 ? <Answers answers={item.answers} /> : null}
          {item?.followUp ? <Due item={item} followUp={item.followUp} tools={tools} /> : null}
        </>
      )}
    />
  );
}

const band = 'flex-none border-b border-line bg-primary-soft px-8 py-2.5 text-13 max-md:px-4 md:max-xl:px-6';
const noEvidence: never[] = [];

function Answers({ answers }: Pick<StackItem, 'answers'>) {
  return (
    <section
      aria-label={texts.groups.answer}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard
      tabIndex={0}
      className={`${band} max-h-[30dvh] overflow-y-auto -outline-offset-2`}
    >
      <EvidenceProvider evidence={noEvidence}>
        <ul className="flex max-w-[68ch] flex-col gap-2.5">
          {answers.map(({ id, author, body, permalink, at }) => {
            const comment = externalUrl(permalink);
            return (
              <li key={id}>
                <p className="flex flex-wrap items-center gap-x-1.5 text-12 text-muted">
                  <bdi className="font-medium text-text">{author === null ? texts.someone : authorName(author)}</bdi>
                  {texts.answeredYou} · <TimeAgo at={at} />
                  {comment === null ? null : (
                    <a
                      href={comment}
                      target="_blank"
                      rel={externalRel}
                      className="inline-flex items-center gap-0.5 hover:text-text hover:underline"
                    >
                      {readerTexts.openOn('reddit')}
                      <ArrowUpRight aria-hidden className="size-3" />
                    </a>
                  )}
                </p>
                {body === '' ? null : <MarkdownText source={body} />}
              </li>
            );
          })}
        </ul>
      </EvidenceProvider>
    </section>
  );
}

interface DueProps {
  item: StackItem;
  followUp: NonNullable<StackItem['followUp']>;
  tools: ReaderTools;
}

function Due({ item: { lead }, followUp, tools }: DueProps) {
  const finish = () => {
    tools.onHandled('snoozed');
    void changeFollowUp({ ...followUp, doneAt: null, lead }, { done: true });
  };
  return (
    <div className={`${band} flex items-center gap-3`}>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="text-muted">
          {texts.followUpDue} <TimeAgo at={followUp.dueAt} />
        </span>{' '}
        <bdi>{followUp.note}</bdi>
      </p>
      <Can>
        <Button variant="outline" size="sm" icon={Check} onClick={finish}>
          {texts.finish}
        </Button>
      </Can>
    </div>
  );
}
