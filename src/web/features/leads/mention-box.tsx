import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { useMembers } from '#web/features/workspaces/use-members.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Textarea } from '#web/ui/field.tsx';
import { texts } from './texts.ts';

/** What is written after an @ right before the caret, and where it begins; null elsewhere, and inside an address. */
export function mentionAt(text: string, caret: number): { start: number; written: string } | null {
  const [, written] = /(?:^|[^\p{L}\p{N}_])@([\p{L}\p{N}._ -]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  return written === undefined ? null : { start: caret - written.length, written };
}

const maxShown = 6;
const intoView = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });

interface MentionBoxProps extends Omit<ComponentProps<typeof Textarea>, 'onChange'> {
  onText: (text: string) => void;
}

/** A field in which `@` offers the people of the workspace: arrow keys choose, Enter or Tab takes, Escape closes. */
export function MentionBox({ onText, readOnly, ...props }: MentionBoxProps) {
  const members = useMembers();
  const listId = useId();
  const [at, setAt] = useState<{ start: number; written: string } | null>(null);
  const [index, setIndex] = useState(0);
  const found = at
    ? members.filter(({ username, isYou }) => !isYou && username.toLowerCase().startsWith(at.written.toLowerCase())).slice(0, maxShown)
    : [];
  const active = found[Math.min(index, found.length - 1)];
  const look = (field: HTMLTextAreaElement) => {
    setAt(readOnly ? null : mentionAt(field.value, field.selectionStart));
    setIndex(0);
  };
  const take = (field: HTMLTextAreaElement, name: string) => {
    if (at === null) return;
    field.setRangeText(`${name} `, at.start, field.selectionStart, 'end');
    setAt(null);
    onText(field.value);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (active === undefined || event.nativeEvent.isComposing) return;
    const { key, currentTarget } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') setIndex((index + (key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    else if (key === 'Enter' || key === 'Tab') take(currentTarget, active.username);
    else if (key === 'Escape') setAt(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  return (
    <div className="relative">
      <Textarea
        {...props}
        ref={setField}
        readOnly={readOnly}
        aria-autocomplete={members.length > 0 ? 'list' : undefined}
        aria-controls={active ? listId : undefined}
        aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
        onChange={(event) => {
          look(event.target);
          onText(event.target.value);
        }}
        onKeyDown={press}
        onBlur={(event) => {
          setAt(null);
          props.onBlur?.(event);
        }}
      />
      {active ? (
        <div
          id={listId}
          role="listbox"
          aria-label={texts.mention}
          ref={intoView}
          className="absolute inset-x-0 top-full z-10 mt-1 scroll-mb-4 rounded-lg bg-raised py-1 text-13 text-text shadow-float"
        >
          {found.map(({ id, username }) => (
            <div
              key={id}
              id={`${listId}-${id}`}
              role="option"
              aria-selected={id === active.id}
              tabIndex={-1}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                if (field) take(field, username);
              }}
              className={cx('flex cursor-pointer items-center gap-2 px-2.5 py-1', id === active.id && 'bg-primary-soft')}
            >
              <Avatar name={username} />
              <bdi className="truncate">{username}</bdi>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
