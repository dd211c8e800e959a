import type { ReactNode } from 'react';

/** One component of the showcase: its name on the left, its states on the right. */
export function Kit({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[160px_minmax(0,1fr)] gap-x-8 gap-y-4 border-b border-line py-6 max-md:grid-cols-1">
      <div>
        <h2 className="text-14 font-semibold">{title}</h2>
        {note ? <p className="mt-1 text-12 text-muted">{note}</p> : null}
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}

export function KitRow({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {label ? <span className="w-24 flex-none text-12 font-medium text-muted">{label}</span> : null}
      {children}
    </div>
  );
}
