import { createContext, Fragment, use, useMemo, useState, type ReactNode } from 'react';
import type { Evidence } from '#shared/scoring.ts';
import { t } from '#web/lib/language.ts';
import { labelEvidence, splitEvidence, splitParagraphs, type EvidenceSegment, type LetteredEvidence } from './passages.ts';

interface EvidenceScope {
  lettered: readonly LetteredEvidence[];
  lit: string | null;
  light: (letter: string | null) => void;
}
const nothing: EvidenceScope = { lettered: [], lit: null, light: () => undefined };
const EvidenceContext = createContext<EvidenceScope>(nothing);

/** Wraps the text and the reasons of one conversation: they share letters, and hovering one highlights the other. */
export function EvidenceProvider({ evidence, children }: { evidence: readonly Evidence[]; children: ReactNode }) {
  const [lit, light] = useState<string | null>(null);
  const lettered = useMemo(() => labelEvidence(evidence), [evidence]);
  const scope = useMemo(() => ({ lettered, lit, light }), [lettered, lit]);
  return <EvidenceContext value={scope}>{children}</EvidenceContext>;
}

function Segment({ segment }: { segment: EvidenceSegment }) {
  const { lit, light } = use(EvidenceContext);
  if (segment.letters.length === 0) return segment.text;
  const isLit = lit !== null && segment.letters.includes(lit);
  return (
    <>
      <span onMouseEnter={() => light(segment.letters.at(-1) ?? null)} onMouseLeave={() => light(null)}>
        <mark className="evidence" data-lit={isLit || undefined}>
          {segment.text}
        </mark>
      </span>
      {segment.closing.map((letter) => (
        <sup key={letter} className="evidence-ref">
          <span className="sr-only">{t('evidence')} </span>
          {letter}
        </sup>
      ))}
    </>
  );
}

export function EvidenceSegments({ segments }: { segments: readonly EvidenceSegment[] }) {
  return segments.map((segment) => (
    <Fragment key={segment.start}>
      <Segment segment={segment} />
    </Fragment>
  ));
}

/** The passages of one field; none without a field, for text that isn't part of the evidence. */
export function useEvidence(field: Evidence['field'] | undefined): readonly LetteredEvidence[] {
  const { lettered } = use(EvidenceContext);
  return useMemo(() => lettered.filter((passage) => passage.field === field), [lettered, field]);
}

/** A single line, such as the title, with its evidence marked. */
export function EvidenceLine({ field, text }: { field: Evidence['field']; text: string }) {
  return <EvidenceSegments segments={splitEvidence(text, useEvidence(field))} />;
}

/** The text of a conversation in paragraphs, with its evidence marked. */
export function EvidenceText({ field = 'body', text }: { field?: Evidence['field']; text: string }) {
  const lettered = useEvidence(field);
  const paragraphs = useMemo(() => splitParagraphs(splitEvidence(text, lettered)), [text, lettered]);
  return (
    <div className="prose">
      {paragraphs.map((paragraph) => (
        <p key={paragraph[0]?.start}>
          <EvidenceSegments segments={paragraph} />
        </p>
      ))}
    </div>
  );
}

/** The letters of the passages that support a reason. */
export function EvidenceTags({ reason }: { reason: string }) {
  const { lettered, lit, light } = use(EvidenceContext);
  return lettered
    .filter(({ reasons }) => reasons.some((name) => name === reason))
    .map(({ letter }) => (
      <span
        key={letter}
        data-letter={letter}
        title={t('Evidence {letter}', { letter })}
        data-lit={lit === letter || undefined}
        onMouseEnter={() => light(letter)}
        onMouseLeave={() => light(null)}
        className="inline-grid size-3.5 flex-none place-items-center rounded-[3px] bg-primary-soft text-[0.625rem] leading-none font-semibold text-primary data-lit:bg-primary data-lit:text-primary-foreground"
      >
        {letter}
      </span>
    ));
}
