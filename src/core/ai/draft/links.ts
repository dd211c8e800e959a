import { visibleText } from '../prompts/visible.ts';

const markdownLink = /!?\[([^\][]{0,1000})\]\(([^)]{0,2000})\)/g;
const address = /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.|\bmailto:)[^\s<>"')\]]+|\b[a-z0-9][\w.+-]{0,64}@[a-z0-9-]{1,63}\.[a-z]{2,20}\b/gi;
/** Names of sites without a scheme become links on Reddit all the same. */
const domain =
  /(?<![\w@./-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|dev|co|ai|me|biz|info|shop|store|online|site|tech|cloud|so|gg|xyz|ly|to|de|uk|eu|fr|nl|ca|us|in|au)(?:\/[^\s<>"')\]]*)?(?![\w-])/gi;

const bare = (link: string): string =>
  link
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[/.,;:!?]+$/, '')
    .toLowerCase();

/** Plain text in which no address stands but the allowed one (null: none at all). */
export function withoutLinks(text: string, allowed: string | null): string {
  const isAllowed = (found: string): boolean => allowed !== null && bare(found) === bare(allowed);
  const keep = (found: string): string => `${isAllowed(found) ? allowed : ''}${/[.,;:!?]+$/.exec(found)?.[0] ?? ''}`;
  return visibleText(text)
    .replaceAll(markdownLink, (_, label: string, target: string) => (isAllowed(target) ? `${label} ${allowed}` : label))
    .replaceAll(address, keep)
    .replaceAll(domain, (found) => (allowed !== null && bare(allowed).startsWith(bare(found)) ? found : ''))
    .replaceAll(/<[^<>\n]{0,80}>/g, '')
    .replaceAll(/\(\s*\)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ +([.,;:!?])/g, '$1')
    .trim();
}
