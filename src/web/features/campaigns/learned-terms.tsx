import type { Learning } from '#shared/learning.ts';
import { Section } from '#web/ui/section.tsx';
import { learningTexts as texts } from './learning-texts.ts';

type Terms = Learning['up'];

const signed = (points: number): string => `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)}`;

/** Terms that raise or lower a score, learned from the user's feedback. */
export function LearnedTerms({ up, down }: { up: Terms; down: Terms }) {
  const isEmpty = up.length + down.length === 0;
  return (
    <Section title={texts.learned} aside={isEmpty ? undefined : <span className="text-12">{texts.learnedAside}</span>}>
      {isEmpty ? (
        <p className="py-3 text-13 text-muted">{texts.learnedNone}</p>
      ) : (
        <>
          <div className="mt-3 grid gap-x-12 gap-y-6 sm:grid-cols-2">
            <List title={texts.up} terms={up} none={texts.upNone} />
            <List title={texts.down} terms={down} none={texts.downNone} />
          </div>
          <p className="mt-3 max-w-[76ch] text-12 text-muted">{texts.learnedHint}</p>
        </>
      )}
    </Section>
  );
}

function List({ title, terms, none }: { title: string; terms: Terms; none: string }) {
  return (
    <div className="min-w-0">
      <h3 className="pb-1 text-12 font-medium text-muted">{title}</h3>
      {terms.length === 0 ? <p className="py-1.5 text-13 text-muted">{none}</p> : null}
      <ul>
        {terms.map(({ what, points }) => (
          <li key={what} className="flex justify-between gap-4 border-b border-line py-1.5 text-13 last:border-b-0">
            <bdi className="min-w-0 wrap-anywhere">{what}</bdi>
            <span className="font-medium tabular-nums">{signed(points)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
