import { Check, CircleAlert, CircleCheck, CircleQuestionMark, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#web/lib/language.ts';
import { cx } from './class-names.ts';

export const checkLevels = ['ok', 'warn', 'bad', 'unknown'] as const;
export type CheckLevel = (typeof checkLevels)[number];

interface Look {
  icon: LucideIcon;
  tone: string;
  label: string;
}
const looks: Record<CheckLevel, Look> = {
  ok: { icon: Check, tone: 'text-good', label: t('In order') },
  warn: { icon: TriangleAlert, tone: 'text-warn', label: t('Look') },
  bad: { icon: CircleAlert, tone: 'text-bad', label: t('Wrong') },
  unknown: { icon: CircleQuestionMark, tone: 'text-muted', label: t('Unknown') },
};

export interface CheckItem {
  /** React key; defaults to the text. */
  key?: string;
  level: CheckLevel;
  /** The rule or figure first, then the finding. */
  text: ReactNode;
}

/** A list of findings, each with an icon and a sentence. */
export function Checks({ items, className }: { items: readonly CheckItem[]; className?: string }) {
  return (
    <ul className={cx('flex flex-col gap-1.5', className)}>
      {items.map(({ key, level, text }, index) => {
        const { icon: Icon, tone, label } = looks[level];
        return (
          <li
            key={key ?? (typeof text === 'string' ? text : index)}
            className="grid grid-cols-[16px_minmax(0,1fr)] gap-2 text-12 text-soft-text"
          >
            <Icon aria-hidden className={cx('mt-px size-3.5', tone)} />
            <span>
              <span className="sr-only">{label}: </span>
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const levels: Record<CheckLevel, Look> = {
  ok: { icon: CircleCheck, tone: 'text-good', label: t('OK') },
  warn: { icon: TriangleAlert, tone: 'text-warn', label: t('Watch') },
  bad: { icon: OctagonAlert, tone: 'text-bad', label: t('Act') },
  unknown: { icon: CircleQuestionMark, tone: 'text-muted', label: t('Unknown') },
};

/** The level as an icon and a word, for headings. */
export function Level({ level, children }: { level: CheckLevel; children?: ReactNode }) {
  const { icon: Icon, tone, label } = levels[level];
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-13 font-medium whitespace-nowrap', tone)}>
      <Icon aria-hidden />
      {children ?? label}
    </span>
  );
}
