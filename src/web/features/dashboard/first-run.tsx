import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { campaignRoutes, type Proposal, campaignLimits } from '#shared/campaigns.ts';
import { websiteSchema } from '#shared/common.ts';
import type { Trial } from '#shared/trials.ts';
import { LiveTrial, useTrial } from '#web/features/campaigns/live-trial.tsx';
import { type Answers, ReviewQuestions } from '#web/features/campaigns/review-questions.tsx';
import { useProposal, type Wish } from '#web/features/campaigns/proposal.ts';
import { WishForm } from '#web/features/campaigns/wish-form.tsx';
import { call, markStale } from '#web/lib/api.ts';
import { useLeaving } from '#web/lib/failure.ts';
import { useDraftText } from '#web/lib/unsaved.ts';
import { useCan, useUser } from '#web/lib/session.tsx';
import { Button, TextLink } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { type FoundPost, StartButton, startCampaign, type Verdict, firstRunTexts as texts } from './start-campaign.tsx';

const minWords = 2;
const minLetters = 8;

/** One word with a dot, as a website has it. */
const looksLikeSite = (text: string): boolean =>
  /^(?:https?:\/\/)?[\p{L}\p{N}][\p{L}\p{N}.-]*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/iu.test(text) || /^https?:\/\/\S+$/i.test(text);

/** What to ask for, as a sentence or a website says it, or what is wrong with what was typed. */
export function wishOf(typed: string): { wish: Wish } | { problem: string } {
  const text = typed.trim();
  if (text === '') return { problem: texts.empty };
  if (text.length > campaignLimits.description) return { problem: texts.tooLong(campaignLimits.description) };
  if (looksLikeSite(text)) {
    const site = websiteSchema.safeParse(text);
    return site.success ? { wish: { mode: 'website', websiteUrl: site.data } } : { problem: texts.notSite };
  }
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  // Chinese, Japanese, and Thai have no spaces between words.
  const hasWords =
    text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= minWords || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Thai}]/u.test(text);
  if (!hasWords || letters < minLetters) return { problem: texts.tooShort };
  return { wish: { mode: 'smart', description: text } };
}

const questionKey = 'first question';

interface Made {
  proposal: Proposal;
  wish: Wish;
  /** As it was typed. */
  text: string;
}

/** The dashboard before the first campaign. */
export const FirstRun = () => (useCan().work ? <FirstQuestion /> : <EmptyState className="my-auto">{texts.readOnly}</EmptyState>);

/** One question, then conversations. */
function FirstQuestion() {
  const user = useUser();
  const [text, setText] = useDraftText(questionKey);
  const [made, setMade] = useState<Made | null>(null);
  const { isBusy, error, setError, propose } = useProposal();
  /** Whether the newest request came from the questions below. */
  const [isAnswering, setAnswering] = useState(false);
  const ask = (wish: Wish, typed: string) => propose(wish, (proposal) => setMade({ proposal, wish, text: typed }));
  const submit = () => {
    setAnswering(false);
    const read = wishOf(text);
    if ('problem' in read) setError(read.problem);
    else void ask(read.wish, text);
  };
  const isStale = made !== null && text.trim() !== made.text.trim();
  return (
    <Page className={made ? 'max-w-180!' : 'my-auto max-w-180!'}>
      <h1 className="mb-6 text-28 font-semibold tracking-[-.02em] text-balance max-md:text-[1.5rem] max-md:leading-8">
        <bdi>{texts.greeting(user.username.charAt(0).toUpperCase() + user.username.slice(1))}</bdi>{' '}
        <b className="font-semibold text-primary">{texts.question}</b>
      </h1>
      <WishForm
        label={texts.field}
        hint={texts.hint}
        error={isAnswering ? null : error}
        isBusy={isBusy}
        action={made ? texts.again : texts.find}
        isLarge
        isDone={made !== null}
        onSubmit={submit}
      >
        <Textarea
          dir="auto"
          rows={2}
          // Not out of a menu that was opened while the page was loading.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has one purpose, and this is its only field
          autoFocus={document.activeElement === document.body}
          value={text}
          placeholder={texts.placeholder}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            // Starts, once that was searched for.
            if (made && !isStale && (event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      </WishForm>
      {made ? (
        <Conversations
          made={made}
          isBusy={isBusy}
          isStale={isStale}
          failure={isAnswering ? error : null}
          onAnswer={(answers) => {
            setAnswering(true);
            return ask({ ...made.wish, ...answers }, made.text);
          }}
          onStarted={() => setText('')}
        />
      ) : (
        <Ways />
      )}
    </Page>
  );
}

function Ways() {
  const { isStarting, start } = useSample();
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-13 text-muted">
      <Button variant="link" size="sm" busy={isStarting} onClick={start}>
        {texts.sample}
      </Button>
      <TextLink to="/dashboard/campaigns/new">{texts.builders}</TextLink>
      <TextLink to="/dashboard/settings">{texts.settings}</TextLink>
    </p>
  );
}

interface ConversationsProps {
  made: Made;
  isBusy: boolean;
  /** Something else was typed since the search. */
  isStale: boolean;
  failure: string | null;
  onAnswer: (answers: Answers) => Promise<void>;
  onStarted: () => void;
}

function Conversations({ made, isBusy, isStale, failure, onAnswer, onStarted }: ConversationsProps) {
  const { draft } = made.proposal;
  const trial = useTrial(draft, { isReady: !isBusy });
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Verdict>>(new Map());
  const [leaving, leave] = useLeaving();
  const mustSearch = isStale && leaving === null;
  const navigate = useNavigate();
  const rate = (fullname: string, verdict: Verdict) => {
    const next = new Map(verdicts);
    if (next.get(fullname) === verdict) next.delete(fullname);
    else next.set(fullname, verdict);
    setVerdicts(next);
  };
  const begin = async () => {
    await startCampaign(draft, trial.trial?.best ?? [], verdicts);
    onStarted();
    markStale(['/campaigns', '/dashboard', '/leads', '/posts']);
    await navigate('/dashboard', { replace: true });
  };
  const canStart = !isBusy && !mustSearch;
  const start = () => void leave('start', begin, texts.startFailed);
  const hasFound = trial.trial !== null && trial.trial.best.length > 0;
  const hasEnded = trial.trial?.isDone === true || trial.failure !== null;
  const { trades } = made.proposal;
  const isUnclear = trades.length > 0 && made.wish.trades === undefined && trades.every(({ isChosen }) => !isChosen);
  const questions = (
    <div className="mt-8">
      <ReviewQuestions proposal={made.proposal} answers={made.wish} isDirty={false} isBusy={isBusy} failure={failure} onAnswer={onAnswer} />
    </div>
  );
  return (
    <>
      {isUnclear ? questions : null}
      <section aria-label={texts.conversations} className="mt-8">
        <LiveTrial
          state={trial}
          renderActions={(post) => (
            <Thumbs post={post} verdict={verdicts.get(post.fullname)} onRate={(verdict) => rate(post.fullname, verdict)} />
          )}
        />
        {hasFound ? <p className="mt-3 text-13 text-muted">{texts.thumbs}</p> : null}
        {hasEnded && !hasFound ? <Nothing trial={trial.trial} /> : null}
      </section>
      {isUnclear ? null : questions}
      <div className="sticky bottom-0 z-5 mt-8 -mb-16 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-surface py-4 max-md:-mb-12">
        <StartButton isBusy={leaving !== null} canStart={canStart} onStart={start} />
        <span className="text-13 text-muted">{mustSearch ? texts.searchFirst : texts.startHint(hasFound)}</span>
      </div>
    </>
  );
}

function Thumbs({ post, verdict, onRate }: { post: FoundPost; verdict: Verdict | undefined; onRate: (verdict: Verdict) => void }) {
  const name = post.title || post.body.slice(0, 60);
  return (['right', 'wrong'] as const).map((one) => (
    <Button
      key={one}
      variant={verdict === one ? 'secondary' : 'ghost'}
      size="icon"
      icon={one === 'right' ? ThumbsUp : ThumbsDown}
      aria-label={texts.rate[one](name)}
      aria-pressed={verdict === one}
      className={verdict === one ? 'text-primary' : undefined}
      onClick={() => onRate(one)}
    />
  ));
}

/** What helps when there is nothing to show. */
function Nothing({ trial }: { trial: Trial | null }) {
  const { isStarting, start } = useSample();
  const isUnread = trial === null || trial.streams.every(({ state }) => state !== 'read');
  return (
    <div className="mt-3 text-14 text-soft-text">
      <p>{trial?.streams.length === 0 ? texts.noSources : isUnread ? texts.unreachable : texts.nothing}</p>
      <Button variant="outline" className="mt-3" busy={isStarting} onClick={start}>
        {texts.sample}
      </Button>
    </div>
  );
}

function useSample(): { isStarting: boolean; start: () => void } {
  const navigate = useNavigate();
  const [leaving, leave] = useLeaving();
  const start = async () => {
    const { campaign } = await call(campaignRoutes.createSample, {});
    markStale(['/dashboard', '/campaigns']);
    await navigate(`/dashboard/leads?campaignId=${campaign.id}`);
  };
  return { isStarting: leaving !== null, start: () => void leave('sample', start, texts.failed) };
}
