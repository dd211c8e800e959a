import type { Asked, Responder } from './model-server.ts';

export interface SeenItem {
  id: string;
  text: string;
}

/** Parses the items out of a prompt. */
export function itemsIn({ prompt }: Pick<Asked, 'prompt'>): SeenItem[] {
  const boundary = /^BEGIN (\w+) OFFER$/m.exec(prompt)?.[1] ?? '';
  const pattern = new RegExp(`^BEGIN ${boundary} ITEM (\\S+)\\n([\\s\\S]*?)\\nEND ${boundary}$`, 'gm');
  return [...prompt.matchAll(pattern)].map(([, id = '', text = '']) => ({ id, text }));
}

const sensible: Responder = (asked) => JSON.stringify({ items: itemsIn(asked).map(sensibleAnswer) });
const none = { intent: 'none', fit: 'none', urgency: 'none', role: 'other', problems: [], quotes: [], reason: 'Nothing asked for' };

/** The answer of a sensible model for one item, based on keywords. */
export function sensibleAnswer({ id, text }: SeenItem) {
  const quote = /(?:looking for|recommend|need)[^.?!\n]{3,60}/i.exec(text)?.[0];
  if (quote === undefined) return { id, ...none };
  return {
    id,
    intent: 'seeking',
    fit: 'good',
    urgency: 'none',
    role: 'customer',
    problems: ['chasing clients'],
    quotes: [quote],
    reason: 'Asks for a tool like this',
  };
}

const answerWith =
  (say: (item: SeenItem) => unknown): Responder =>
  (asked) =>
    JSON.stringify({ items: itemsIn(asked).map(say) });

const most = { intent: 'buying', fit: 'exact', urgency: 'now', role: 'customer', problems: [], quotes: [], reason: 'Perfect lead' };
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Fake models by the way they answer: valid answers first, then invalid ones. */
export const responders = {
  sensible,
  fenced: (asked) => `\`\`\`json\n${sensible(asked)}\n\`\`\``,
  prose: (asked) => `Sure! I looked at [every item] {carefully}. Here you go:\n\n${sensible(asked)}\n\nLet me know if you need more.`,
  bareArray: (asked) => JSON.stringify(itemsIn(asked).map(sensibleAnswer)),
  shouting: answerWith((item) => ({ ...sensibleAnswer(item), intent: 'SEEKING ', fit: 'Good' })),
  extraKeys: answerWith((item) => ({
    ...sensibleAnswer(item),
    score: 100,
    confidence: 9999,
    ['__proto__']: { polluted: true },
    constructor: 1,
    notes: { deep: [1] },
  })),
  /** Gives every post the highest rating, with a literal quote. */
  obedient: answerWith(({ id, text }) => ({ ...most, id, quotes: [text.split('\n').findLast((line) => line.trim().length > 4) ?? ''] })),

  garbage: () => 'lorem ipsum dolor sit amet ¯\\_(ツ)_/¯ 0x00',
  empty: () => '',
  html: () => '<!doctype html><html><body><h1>It works</h1></body></html>',
  truncated: (asked) => sensible(asked).slice(0, 60),
  wrongIds: answerWith((item) => ({ ...most, id: `${item.id}x` })),
  numericIds: answerWith((item) => ({ ...most, id: Number.parseInt(item.id, 10) })),
  twice: (asked) => JSON.stringify({ items: itemsIn(asked).flatMap((item) => [sensibleAnswer(item), { ...most, id: item.id }]) }),
  outOfRange: answerWith(({ id }) => ({ ...most, id, intent: 9999, fit: -1, urgency: 'high' })),
  notANumber: (asked) =>
    `{"items":[${itemsIn(asked)
      .map(({ id }) => `{"id":"${id}","intent":NaN,"fit":1e999,"urgency":Infinity,"role":"customer"}`)
      .join(',')}]}`,
  hugeNumber: (asked) =>
    `{"items":[${itemsIn(asked)
      .map(({ id }) => `{"id":"${id}","intent":1e999,"fit":"exact","urgency":"now","role":"customer"}`)
      .join(',')}]}`,
  hugeString: answerWith(({ id }) => ({ ...most, id, reason: 'x'.repeat(1_000_000) })),
  nested: () => nested(10_000),
  nestedInside: answerWith(({ id }) => ({ ...most, id, problems: JSON.parse(nested(200)) as unknown })),
  lists: answerWith(({ id }) => ({ id, intent: ['buying'], fit: { value: 'exact' }, urgency: null, role: true })),
  nothing: () => '{"items":[]}',
  nullish: () => 'null',
} satisfies Record<string, Responder>;
