import { Ear } from 'lucide-react';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { subredditName } from '#web/lib/format.ts';
import { useCan, useIsTeam } from '#web/lib/session.tsx';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Initials } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Score } from '#web/ui/score.tsx';
import { Dot } from '#web/ui/status-dot.tsx';
import { texts } from '../texts.ts';
import { rowMark } from '#web/features/keys/keys.tsx';

/** A row's content, for a post or a lead. */
export interface RowView {
  id: string;
  score: number;
  title: string;
  why: string;
  subreddit: string;
  /** Null when unknown. */
  at: string | null;
  isComment: boolean;
  isUnseen: boolean;
  isSample: boolean;
  rule: string | null;
  /** Its campaign's name, where the list holds several campaigns. */
  campaign: string | null;
  /** Who works on it; shown where there are several people. */
  assignee: string | null;
  /** A label such as the stage, unless it's the default one. */
  mark: string | null;
}

interface RowTarget {
  to: string;
  isOpen: boolean;
  /** This row is the list's Tab stop. */
  isStop: boolean;
  onOpen: (id: string) => void;
}

interface RowLinkProps {
  id: string;
  target: RowTarget;
  className: string;
  children: ReactNode;
}

interface InboxRowProps extends RowTarget {
  viewOf: () => RowView;
  /** In one line. */
  isDense: boolean;
  isSelected: boolean;
  /** Several items are being selected: checkboxes stay visible. */
  isSelecting: boolean;
  isFresh: boolean;
  onToggle: (id: string, range: boolean) => void;
}

/** The row as a link, also by keyboard. */
function RowLink({ id, target: { to, isOpen, isStop, onOpen }, className, children }: RowLinkProps) {
  const open = (event: MouseEvent) => {
    // Let the browser open new tabs and windows.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(id);
  };
  return (
    <Link
      to={to}
      {...{ [rowMark]: id }}
      aria-current={isOpen || undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={open}
      className={cx('px-4 py-2.5 -outline-offset-2', className)}
    >
      {children}
    </Link>
  );
}

/** Takes the place of a row that can't be shown. */
export function BrokenRow({ id, noun, ...target }: RowTarget & { id: string; noun: string }) {
  return (
    <div className={cx('border-b border-line', target.isOpen ? 'lg:bg-primary-soft' : 'hover:bg-hover')}>
      <RowLink id={id} target={target} className="block text-14 text-muted">
        {texts.itemCrashed(noun)}
      </RowLink>
    </div>
  );
}

/** Renders again only if something that it shows changed: a key that moves through the list changes two rows. */
export const InboxRow = ({ viewOf, ...props }: InboxRowProps) => <ShownRow view={viewOf()} {...props} />;

type ShownRowProps = Omit<InboxRowProps, 'viewOf'> & { view: RowView };

const isSame = (one: object, other: object): boolean =>
  Object.entries(one).every(([name, value]) => value === (other as Record<string, unknown>)[name]);
const showsSame = ({ view, ...props }: ShownRowProps, { view: next, ...others }: ShownRowProps): boolean =>
  isSame(view, next) && isSame(props, others);

const ShownRow = memo(function Shown({ view, isDense, isSelected, isSelecting, isFresh, onToggle, ...target }: ShownRowProps) {
  const { isOpen, isStop } = target;
  const { work } = useCan();
  return (
    <div
      className={cx(
        'group/row relative border-b border-line',
        isFresh && 'animate-rise',
        isSelected ? 'bg-primary-soft' : isOpen ? 'lg:bg-primary-soft' : 'hover:bg-hover',
      )}
    >
      {isOpen ? <span aria-hidden className="absolute inset-y-0 left-0 w-0.5 bg-primary max-lg:hidden" /> : null}
      {view.isUnseen ? <Dot tone="new" className={cx('absolute left-[5px]', isDense ? 'top-[15px]' : 'top-[19px]')} /> : null}
      <RowLink
        id={view.id}
        target={target}
        className={cx(
          'grid gap-x-3',
          isDense ? 'h-9 grid-cols-[32px_minmax(0,1fr)_auto] items-center py-0!' : 'grid-cols-[32px_minmax(0,1fr)]',
        )}
      >
        <span
          className={cx(
            'h-6',
            !isDense && '-mt-0.5',
            isSelecting ? 'invisible' : work && 'md:group-hover/row:invisible md:group-has-[.check:focus-visible]/row:invisible',
          )}
        >
          <Score value={view.score} />
        </span>
        {isDense ? (
          <>
            <RowTitle view={view} isOpen={isOpen} isDense />
            <TimeAgo at={view.at} className="text-12 whitespace-nowrap text-muted" />
          </>
        ) : (
          <span className="min-w-0">
            <RowTitle view={view} isOpen={isOpen} />
            <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-13">
              <Ear aria-hidden className="size-3.5 text-primary" />
              <span className="truncate">{view.why}</span>
            </span>
            <RowFacts view={view} />
          </span>
        )}
      </RowLink>
      {work ? (
        <span
          className={cx(
            'absolute left-4 grid h-6 w-8 place-items-center',
            isDense ? 'top-1.5' : 'top-2.5',
            !isSelecting && 'opacity-0 group-hover/row:opacity-100 focus-within:opacity-100 max-md:hidden',
          )}
        >
          <Checkbox
            aria-label={texts.select(view.title)}
            checked={isSelected}
            tabIndex={isStop ? 0 : -1}
            onChange={(event) => onToggle(view.id, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
          />
        </span>
      ) : null}
    </div>
  );
}, showsSame);

function RowTitle({ view, isOpen, isDense = false }: { view: RowView; isOpen: boolean; isDense?: boolean }) {
  return (
    <span
      dir="auto"
      className={cx(
        isDense ? 'truncate text-13' : 'line-clamp-2 text-14 text-pretty wrap-anywhere',
        view.isUnseen ? 'font-semibold tracking-[-.006em] text-text' : isOpen ? 'text-text' : 'text-soft-text',
      )}
    >
      {view.title}
      {view.isUnseen ? <span className="sr-only"> ({texts.unseen})</span> : null}
    </span>
  );
}

function RowFacts({ view }: { view: RowView }) {
  const isTeam = useIsTeam();
  return (
    <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-12 whitespace-nowrap text-muted">
      {/* Beside the mark of a sample it may not fit, and shrinks last. */}
      <bdi className={cx('max-w-[60%] min-w-0 truncate', !view.isSample && 'flex-none')}>{subredditName(view.subreddit)}</bdi>
      <span aria-hidden>·</span>
      <TimeAgo at={view.at} className="flex-none" />
      {view.isComment ? (
        <>
          <span aria-hidden>·</span>
          <span>{texts.comment}</span>
        </>
      ) : null}
      {view.isSample ? (
        <Badge tone="outline" title={texts.sampleHint} className="h-4! lg:max-xl:hidden">
          {texts.sample}
        </Badge>
      ) : null}
      {view.mark ? <Badge className="h-4!">{view.mark}</Badge> : null}
      {view.campaign ? (
        <>
          <span aria-hidden>·</span>
          <bdi title={`${texts.campaign}: ${view.campaign}`} className="min-w-8 shrink-[9999] truncate">
            {view.campaign}
          </bdi>
        </>
      ) : null}
      {view.assignee !== null && isTeam ? <Initials name={view.assignee} label={texts.assignedTo(view.assignee)} /> : null}
      {view.rule ? (
        <span
          title={`${texts.matchedRule}: ${view.rule}`}
          className="ml-auto min-w-0 shrink-[99999] truncate pl-2 font-mono text-[0.6875rem] lg:max-xl:hidden"
        >
          {view.rule}
        </span>
      ) : null}
    </span>
  );
}
