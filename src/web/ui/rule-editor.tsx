import { type ReactNode, useId } from 'react';
import type { RuleError } from '#shared/rules.ts';
import { t, tSent } from '#web/lib/language.ts';
import { Say } from '#web/ui/say.tsx';
import { cx } from './class-names.ts';

const ruleFields = ['title', 'body', 'author', 'subreddit', 'flair', 'site', 'lang', 'type'] as const;

interface RuleToken {
  text: string;
  kind: 'operator' | 'field' | 'phrase' | 'word' | 'space';
  /** 1-based, in UTF-16 units, like the columns of rule errors. */
  column: number;
  /** Contains an error. */
  fault: boolean;
}

const patterns: readonly [RuleToken['kind'], RegExp][] = [
  ['space', /\s+/y],
  ['phrase', /"[^"]*"?/y],
  ['operator', /(?:AND|OR|NOT)(?![^\s()"])|-(?=[^\s-])/y],
  ['field', new RegExp(`(?:${ruleFields.join('|')}):`, 'iy')],
  ['word', /[()]|[^\s()"]+/y],
];

function tokenAt(line: string, at: number): Omit<RuleToken, 'fault'> {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const [text] = pattern.exec(line) ?? [];
    if (text) return { text, kind, column: at + 1 };
  }
  return { text: line.charAt(at), kind: 'word', column: at + 1 };
}

/** Splits a rule into tokens for highlighting. They join to the same line. `faults` are the 1-based columns of errors. */
export function tokenizeRule(line: string, faults: readonly number[] = []): RuleToken[] {
  const tokens: RuleToken[] = [];
  for (let at = 0; at < line.length; at += tokens.at(-1)?.text.length ?? 1) {
    const token = tokenAt(line, at);
    tokens.push({ ...token, fault: faults.some((column) => column >= token.column && column < token.column + token.text.length) });
  }
  return tokens;
}

const looks = { operator: 'rule-operator', field: 'rule-field', phrase: 'rule-phrase', word: undefined, space: undefined };

const none: readonly number[] = [];

interface RuleEditorProps {
  label: string;
  /** One rule per line. */
  value: string;
  onChange: (value: string) => void;
  /** Lines and columns are 1-based. */
  errors: readonly RuleError[];
  /** 1-based lines of paused rules: struck through, still editable. */
  pausedLines?: readonly number[];
  /** A column beside the rules, such as what each one found. `line` is 1-based. */
  aside?: { heading: ReactNode; render: (line: number) => ReactNode };
  placeholder?: string;
}

/**
 * A textarea over a colored copy of its text: the copy sets the height, the textarea takes the input. Both wrap alike because
 * they share font and width.
 */
export function RuleEditor({ label, value, onChange, errors, pausedLines = none, aside, placeholder }: RuleEditorProps) {
  const id = useId();
  const lines = value.split('\n').map((text, index) => ({ text, number: index + 1 }));
  const faultsOf = (line: number) => errors.filter((error) => error.line === line);
  const columns = aside
    ? 'grid-cols-[36px_minmax(0,1fr)_84px] md:grid-cols-[36px_minmax(0,1fr)_140px]'
    : 'grid-cols-[36px_minmax(0,1fr)_12px]';
  return (
    <div>
      <div className="overflow-hidden rounded-lg border border-control bg-surface has-[textarea:focus]:border-ring has-[textarea:focus]:outline-2 has-[textarea:focus]:-outline-offset-1 has-[textarea:focus]:outline-ring">
        <div aria-hidden className={cx('grid border-b border-line bg-background text-12 text-muted *:py-1.5', columns)}>
          <span />
          <span>{t('Rule')}</span>
          {aside ? <span className="pr-3 text-right">{aside.heading}</span> : null}
        </div>
        <div className="relative min-h-10">
          {lines.map(({ text, number }) => (
            <RuleLine
              key={number}
              text={text}
              number={number}
              columns={columns}
              errors={faultsOf(number)}
              isPaused={pausedLines.includes(number)}
            >
              {aside?.render(number)}
            </RuleLine>
          ))}
          <textarea
            aria-label={label}
            aria-invalid={errors.length > 0 || undefined}
            aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
            value={value}
            placeholder={placeholder}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            onChange={(event) => onChange(event.target.value)}
            className={cx(
              'absolute inset-y-0 left-9 resize-none overflow-hidden bg-transparent font-mono text-13 leading-7 wrap-anywhere whitespace-pre-wrap text-transparent caret-text outline-none placeholder:text-muted selection:bg-primary/25 selection:text-transparent',
              aside ? 'right-[84px] md:right-[140px]' : 'right-3',
            )}
          />
        </div>
      </div>
      <RuleErrors id={`${id}-errors`} lines={value.split('\n')} errors={errors} />
    </div>
  );
}

interface RuleLineProps {
  text: string;
  number: number;
  columns: string;
  errors: readonly RuleError[];
  isPaused: boolean;
  children: ReactNode;
}

function RuleLine({ text, number, columns, errors, isPaused, children }: RuleLineProps) {
  const faulty = errors.length > 0;
  return (
    <div
      className={cx(
        'grid items-start font-mono text-13 leading-7 shadow-[inset_0_-1px_var(--line)] last-of-type:shadow-none',
        columns,
        faulty && 'bg-bad-soft',
      )}
    >
      <span aria-hidden className="pr-3 text-right text-12 leading-7 text-muted tabular-nums select-none">
        {number}
      </span>
      <span
        aria-hidden
        className={cx('min-h-7 wrap-anywhere whitespace-pre-wrap', isPaused && 'text-muted line-through decoration-control')}
      >
        {tokenizeRule(
          text,
          errors.map(({ column }) => column),
        ).map((token) => (
          <span key={token.column} className={cx(!isPaused && looks[token.kind], token.fault && 'rule-fault')}>
            {token.text}
          </span>
        ))}
      </span>
      <span className="relative z-1 truncate pr-3 text-right font-sans text-12 leading-7 text-muted tabular-nums">{children}</span>
    </div>
  );
}

function RuleErrors({ id, lines, errors }: { id: string; lines: readonly string[]; errors: readonly RuleError[] }) {
  return (
    <ul id={id} aria-live="polite" className="mt-2 flex flex-col gap-2">
      {errors.map(({ line, column, message }) => (
        <li key={`${line}:${column}`} className="grid grid-cols-[36px_minmax(0,1fr)] rounded-md bg-bad-soft py-2 pr-3 text-12">
          <span aria-hidden className="pr-3 text-right text-muted tabular-nums">
            {line}
          </span>
          <pre aria-hidden className="overflow-x-auto font-mono text-13 leading-4">
            {lines[line - 1]}
            {'\n'}
            <span className="text-bad">{`${' '.repeat(Math.max(column - 1, 0))}^`}</span>
          </pre>
          <p className="col-start-2 mt-0.5 font-medium text-bad">
            <Say
              text="{line}Column {column}: {message}"
              line={<span className="sr-only">{t('Line {line}, ', { line })}</span>}
              column={column}
              message={tSent(message)}
            />
          </p>
        </li>
      ))}
    </ul>
  );
}
