import { ChevronRight } from 'lucide-react';
import { editorTexts as texts } from './texts.ts';

interface EffectProps {
  /** "12 matches". */
  figure: string;
  /** Titles of the best matches. */
  examples: readonly string[];
}

/** What a rule or subreddit finds; the titles unfold. */
export function Effect({ figure, examples }: EffectProps) {
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
      <ul aria-label={texts.examples} className="mt-1 ml-4 flex list-disc flex-col gap-0.5 pl-3">
        {examples.map((title) => (
          <li key={title} className="wrap-anywhere">
            <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
