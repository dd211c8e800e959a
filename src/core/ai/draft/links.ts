import { visibleText } from '../prompts/visible.ts';

const markdownLink = /!?\[([^\][]{0,1000})\]\(([^)]{0,2000})\)/g;
const address = /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.|\bmailto:)[^\s<>"')\]]+|\b[a-z0-9][\w.+-]{0,64}@[a-z0-9-]{1,63}\.[a-z]{2,20}\b/gi;
/** Reddit turns domain names without a scheme into links, too. */
const domain =
  /(?<![\w@./-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|dev|co|ai|me|biz|info|shop|store|online|site|tech|cloud|so|gg|xyz|ly|to|de|uk|eu|fr|nl|ca|us|in|au)(?:\/[^\s<>"')\]]*)?(?![\w-])/gi;

/** Removes addresses; keeps the label of a Markdown link. */
export function withoutLinks(text: string): string {
  return visibleText(text)
    .replaceAll(markdownLink, '$1')
    .replaceAll(address, (found) => /[.,;:!?]+$/.exec(found)?.[0] ?? '')
    .replaceAll(domain, '')
    .replaceAll(/<[^<>\n]{0,80}>/g, '')
    .replaceAll(/\(\s*\)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ +([.,;:!?])/g, '$1')
    .trim();
}
