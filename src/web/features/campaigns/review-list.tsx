import { ChevronRight, Plus, RotateCcw, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Preview } from '#shared/campaigns.ts';
import { counted } from '#web/lib/format.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Section } from '#web/ui/page.tsx';
import { editorTexts, texts } from './texts.ts';

interface ShownEffect {
  /** "12 matches". */
  figure: string;
  examples: readonly string[];
}

/** What a rule or subreddit of a proposal finds according to the dry run; undefined if it wasn't part of it. */
export function effectOf(preview: Preview | undefined, list: string, entry: string): ShownEffect | undefined {
  const text = entry.trim().toLowerCase();
  if (!preview) return undefined;
  if (list === 'rules') {
    const found = preview.effects.rules.find((rule) => rule.text.toLowerCase() === text);
    return found && { figure: ruleFigure(found, preview.sample), examples: found.examples };
  }
  if (list !== 'streams') return undefined;
  const found = preview.effects.subreddits.find(({ name }) => name.toLowerCase() === text.replace(/^\/?r\//, ''));
  return found && { figure: subredditFigure(found, preview.sample), examples: found.examples };
}

function ruleFigure({ matches, elsewhere }: Preview['effects']['rules'][number], isSample: boolean): string {
  const figure = counted(matches, 'match', 'matches');
  if (isSample) return editorTexts.inSample(figure);
  return elsewhere > 0 ? editorTexts.elsewhere(figure, elsewhere) : figure;
}

function subredditFigure({ stored, matches }: Preview['effects']['subreddits'][number], isSample: boolean): string {
  if (stored === 0) return isSample ? editorTexts.notInSample : editorTexts.notStored;
  const figure = counted(matches, 'match', 'matches');
  return isSample ? editorTexts.matchedInSample(figure, stored) : editorTexts.matchedIn(figure, stored);
}

export interface ReviewEntry {
  /** Its place in the draft. */
  index: number;
  text: string;
  why: string | undefined;
  effect: ShownEffect | undefined;
  /** What is wrong with it. */
  error: string | undefined;
  isDropped: boolean;
}

interface ReviewListProps {
  title: string;
  entries: readonly ReviewEntry[];
  /** The text of the button that adds an entry. */
  add: string;
  isMono: boolean;
  isEditable: boolean;
  /** How an entry is shown when it can't be edited. */
  shownAs: (text: string) => string;
  onChange: (index: number, text: string) => void;
  onToggle: (index: number) => void;
  onAdd: () => void;
  /** Further suggestions while editing. */
  children?: ReactNode;
  /** Below the list, editable or not. */
  footer?: ReactNode;
}

/** One list of a proposal: each entry with its reason and what it finds, to change, drop, and add to. */
export function ReviewList({
  title,
  entries,
  add,
  isMono,
  isEditable,
  shownAs,
  onChange,
  onToggle,
  onAdd,
  children,
  footer,
}: ReviewListProps) {
  const list = useRef<HTMLUListElement>(null);
  const count = useRef(entries.length);
  useEffect(() => {
    if (entries.length > count.current && entries.at(-1)?.text === '')
      list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus();
    count.current = entries.length;
  }, [entries]);
  return (
    <Section title={title}>
      <ul ref={list}>
        {entries.map((entry, at) => (
          <Entry
            key={entry.index}
            entry={entry}
            isMono={isMono}
            isEditable={isEditable}
            shownAs={shownAs}
            label={`${title} ${String(at + 1)}`}
            onChange={(text) => onChange(entry.index, text)}
            onToggle={() => onToggle(entry.index)}
          />
        ))}
      </ul>
      {isEditable ? (
        <div className="mt-2 flex flex-col items-start gap-3">
          <Button variant="ghost" size="sm" icon={Plus} className="-ml-2" onClick={onAdd}>
            {add}
          </Button>
          {children}
        </div>
      ) : null}
      {footer ? <div className="mt-4">{footer}</div> : null}
    </Section>
  );
}

interface EntryProps {
  entry: ReviewEntry;
  label: string;
  isMono: boolean;
  isEditable: boolean;
  shownAs: (text: string) => string;
  onChange: (text: string) => void;
  onToggle: () => void;
}

function Entry({ entry: { text, why, effect, error, isDropped }, label, isMono, isEditable, shownAs, onChange, onToggle }: EntryProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 border-b border-line py-1.5 last:border-b-0">
      <div className="min-w-0">
        {isEditable ? (
          <textarea
            dir="auto"
            rows={1}
            aria-label={label}
            aria-invalid={error === undefined ? undefined : true}
            value={text}
            disabled={isDropped}
            onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
            className={cx(
              'field-text block field-sizing-content w-full resize-none rounded-sm bg-transparent py-1 text-14 hover:bg-hover focus:bg-surface focus:outline-2 focus:outline-offset-2 focus:outline-ring disabled:text-muted disabled:line-through max-md:min-h-10',
              isMono && 'font-mono text-13!',
            )}
          />
        ) : (
          <p dir="auto" className={cx('py-1 text-14 wrap-anywhere', isMono && 'font-mono text-13!')}>
            {shownAs(text)}
          </p>
        )}
        {error === undefined ? null : <p className="text-12 font-medium text-bad">{error}</p>}
        {isDropped ? <p className="text-12 text-muted">{texts.dropped}</p> : why ? <p className="text-12 text-muted">{why}</p> : null}
        {effect && !isDropped ? <Effect {...effect} /> : null}
      </div>
      {isEditable ? (
        <IconButton small label={isDropped ? texts.restore : texts.drop(text)} icon={isDropped ? RotateCcw : X} onClick={onToggle} />
      ) : null}
    </li>
  );
}

interface EffectProps {
  /** "12 matches". */
  figure: string;
  /** Titles of the best matches. */
  examples: readonly string[];
}

/** What a rule or subreddit finds; the titles unfold. */
function Effect({ figure, examples }: EffectProps) {
  const [first] = examples;
  if (first === undefined) return <p className="mt-0.5 text-12 text-muted tabular-nums">{figure}</p>;
  return (
    <details className="group mt-0.5 text-12 text-muted">
      <summary className="flex min-w-0 cursor-pointer list-none items-baseline gap-1 rounded-sm max-md:min-h-10 max-md:items-center">
        <ChevronRight
          aria-hidden
          className="size-3 flex-none self-center transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        <span className="flex-none font-medium text-text tabular-nums">{figure}</span>
        <span className="min-w-0 truncate group-open:hidden">
          <bdi>{first}</bdi>
        </span>
      </summary>
      <ul aria-label={editorTexts.examples} className="mt-1 ml-4 flex list-disc flex-col gap-0.5 pl-3">
        {examples.map((title) => (
          <li key={title} className="wrap-anywhere">
            <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
