import { campaignLimits } from '#shared/campaigns.ts';
import { websiteSchema } from '#shared/common.ts';
import type { Wish } from '#web/features/campaigns/use-proposal.ts';
import { firstRunTexts as texts } from './first-run-texts.ts';

const minWords = 2;
const minLetters = 8;

/** One word with a dot, as a website has it. */
const looksLikeSite = (text: string): boolean =>
  /^(?:https?:\/\/)?[\p{L}\p{N}][\p{L}\p{N}.-]*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/iu.test(text) || /^https?:\/\/\S+$/i.test(text);

/** What to ask for, as a sentence or a website says it, or what is wrong with what was typed. */
export function wishOf(typed: string): { wish: Wish } | { problem: string } {
  const text = typed.trim();
  if (text === '') return { problem: texts.empty };
  if (text.length > campaignLimits.description) return { problem: texts.tooLong(campaignLimits.description) };
  if (looksLikeSite(text)) {
    const site = websiteSchema.safeParse(text);
    return site.success ? { wish: { mode: 'website', websiteUrl: site.data } } : { problem: texts.notSite };
  }
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  // Chinese, Japanese, and Thai have no spaces between words.
  const hasWords =
    text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= minWords || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Thai}]/u.test(text);
  if (!hasWords || letters < minLetters) return { problem: texts.tooShort };
  return { wish: { mode: 'smart', description: text } };
}
