const firstOf = (text: string): string => (Array.from(text)[0] ?? '').toUpperCase();

/** Letters of some scripts would join. */
const apart = '\u200C';

/** The first letter of a name in a circle. */
export function Avatar({ name }: { name: string }) {
  return (
    <span aria-hidden className="inline-grid size-7 flex-none place-items-center rounded-full bg-border text-12 font-semibold text-text">
      {firstOf(name.trim()) || 'U'}
    </span>
  );
}

/** The first letters of a name's first two words, where there is no space for more. */
export function Initials({ name, label }: { name: string; label: string }) {
  return (
    <span
      title={label}
      className="-my-px ml-auto inline-grid size-5 flex-none place-items-center rounded-full bg-border text-[0.625rem] font-semibold text-text"
    >
      <span aria-hidden>
        {name
          .split(/[ ._-]+/, 2)
          .map(firstOf)
          .join(apart)}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
