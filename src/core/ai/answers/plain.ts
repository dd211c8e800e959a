import { normalizeText } from '#core/scoring/text/normalize.ts';
import { visibleText } from '../prompts/visible.ts';

const link = /\b(?:https?:\/\/|www\.)\S+|\b(?:javascript|data|mailto|tel):\S+/gi;
const markup = /<[^<>]{0,1000}>|!?\[([^\][]{0,1000})\]\([^)]{0,2000}\)/g;

/** Model output as one line of plain text: no markup, links, or hidden characters. */
export function plainLine(text: string, maxLength: number): string {
  const bare = visibleText(text.slice(0, 4000)).replaceAll(markup, '$1').replaceAll(link, '').replaceAll(/\s+/g, ' ').trim();
  return normalizeText(bare, maxLength);
}
