import { Archive, ArrowDown, ArrowLeft, ArrowUp, ArrowUpRight, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DismissReason, Post } from '#shared/posts.ts';
import { useCan, useIsTeam } from '#web/lib/session.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { externalUrl, externalRel } from '../../../lib/external-link.ts';
import { ReasonPicker, reasonTexts } from '../actions/reason-picker.tsx';
import { readerTexts } from './reader-texts.ts';
import { texts, type BulkAction } from '../texts.ts';

interface ReaderBarProps {
  /** Shown first: a lead's stage or a post's status. */
  state: ReactNode;
  /** Extra actions after the standard ones. */
  children?: ReactNode;
  isDone: boolean;
  permalink: string | null;
  origin: Post['origin'];
  asking: boolean;
  onAsk: (asking: boolean) => void;
  onAct: (action: BulkAction, reason?: DismissReason) => void;
  onBack: () => void;
  onStep?: ((step: 1 | -1) => void) | undefined;
  /** Show the back button on large screens too, where there's no list beside the reader. */
  alwaysBack?: boolean;
}

export function ReaderBar({
  state,
  children,
  isDone,
  permalink,
  origin,
  asking,
  onAsk,
  onAct,
  onBack,
  onStep,
  alwaysBack = false,
}: ReaderBarProps) {
  const thread = externalUrl(permalink);
  const { work } = useCan();
  return (
    <div
      role="toolbar"
      aria-label={readerTexts.title}
      className={cx(
        'flex h-11 flex-none items-center gap-1 border-b border-line pr-4 pl-6 max-[1400px]:gap-0.5 max-md:h-13 max-md:px-1 lg:max-[1400px]:pl-4 lg:max-[1300px]:px-2',
        // A team has the assignee here, too.
        useIsTeam() && 'max-[1700px]:[&_kbd]:hidden',
      )}
    >
      <span className={alwaysBack ? '-ml-2 max-md:ml-0' : 'lg:hidden'}>
        <IconButton label={readerTexts.back} icon={ArrowLeft} onClick={onBack} />
      </span>
      {state}
      {!work ? null : isDone ? (
        <Button variant="ghost" size="sm" icon={RotateCcw} onClick={() => onAct('restore')}>
          {readerTexts.restore}
        </Button>
      ) : (
        <DismissControl asking={asking} onAsk={onAsk} onAct={onAct} />
      )}
      {children}
      <span className="min-w-0 flex-1" />
      {thread ? (
        <Button variant="ghost" size="sm" asChild className="max-md:px-3!">
          <a href={thread} target="_blank" rel={externalRel} aria-label={readerTexts.openOn(origin)}>
            <span className="max-[1500px]:hidden">{readerTexts.openOn(origin)}</span>
            <span className="min-[1500px]:hidden">{readerTexts.originName(origin)}</span>
            <ArrowUpRight aria-hidden className="size-3.5" />
          </a>
        </Button>
      ) : null}
      {onStep ? (
        <span className="flex max-md:hidden">
          <IconButton small label={readerTexts.previous} shortcut="k" icon={ArrowUp} onClick={() => onStep(-1)} />
          <IconButton small label={readerTexts.next} shortcut="j" icon={ArrowDown} onClick={() => onStep(1)} />
        </span>
      ) : null}
    </div>
  );
}

/** Icon only where there is no space for a label. */
const wide = 'max-md:w-10 max-md:px-0!';

function DismissControl({ asking, onAsk, onAct }: Pick<ReaderBarProps, 'asking' | 'onAsk' | 'onAct'>) {
  const label = useIsTeam() ? 'max-[1400px]:sr-only' : 'max-md:sr-only';
  return (
    <>
      <Button variant="ghost" size="sm" icon={Archive} shortcut="e" title={texts.archive} className={wide} onClick={() => onAct('archive')}>
        <span className={label}>{texts.archive}</span>
      </Button>
      <ReasonPicker
        question={reasonTexts.askDismiss}
        open={asking}
        onOpenChange={onAsk}
        onPick={(reason) => onAct('dismiss', reason)}
        trigger={
          <Button variant="ghost" size="sm" icon={X} shortcut="x" title={texts.dismiss} className={wide}>
            <span className={label}>{texts.dismiss}</span>
          </Button>
        }
      />
    </>
  );
}
