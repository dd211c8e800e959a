import type { Preview } from '#shared/campaigns.ts';
import { counted } from '#web/lib/format.ts';
import { editorTexts as texts } from './texts.ts';

export interface ShownEffect {
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
  if (isSample) return texts.inSample(figure);
  return elsewhere > 0 ? texts.elsewhere(figure, elsewhere) : figure;
}

function subredditFigure({ stored, matches }: Preview['effects']['subreddits'][number], isSample: boolean): string {
  if (stored === 0) return isSample ? texts.notInSample : texts.notStored;
  const figure = counted(matches, 'match', 'matches');
  return isSample ? texts.matchedInSample(figure, stored) : texts.matchedIn(figure, stored);
}
