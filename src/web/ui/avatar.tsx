/** The first letter of a name in a circle. */
export function Avatar({ name }: { name: string }) {
  const initial = (Array.from(name.trim())[0] ?? 'U').toUpperCase();
  return (
    <span aria-hidden className="inline-grid size-7 flex-none place-items-center rounded-full bg-border text-12 font-semibold text-text">
      {initial}
    </span>
  );
}
