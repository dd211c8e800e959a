import { type Background, readBackground } from '#core/text/background.ts';
import { stemOf } from '#core/text/stems.ts';

const generic = new Set(
  `manager management managed managers planning plan plans planner system systems shop store studio agency course courses class classes lesson lessons kit kits
  app apps tool machine machines home homes house help people person group groups small large busy local weekly daily custom build online person adult adults
  owner owners user users customer customers client clients company companies business businesses firm firms team teams professional professionals women men
  school high record share work working repair repairs editing designer design certified document documents install installation staff hourly mobile web expert
  experts engineer engineers editor editors technician technicians marketplace applicant applicants disease diseases condition illness disorder problem problems design book studio artists artist composers place places managing old new indie latin
  removal supplies supply parts part replacement collection cleanup plugin plugins extension clinic clinics practice practices hobby hobbies
  subscription subscriptions box boxes`.split(/\s+/),
);

/** Words that many offers have in common: they need another word beside them to say what is offered. */
export const isGeneric = (word: string): boolean => generic.has(word);

/** Advertising words: on their own they say nothing about the offer. */
const salesTalk =
  'app application apps tool tools software platform solution service services product website site online web free best easy easily simple simply fast quick quickly smart modern powerful beautiful all-in-one new pro premium trial demo sign login pricing price plan plans feature features customer customers business businesses company companies team teams user users people help helps save time money grow growth build built make made get start started learn more contact about blog support faq privacy terms policy cookie cookies rights reserved copyright today click here join trusted loved world review reviews integration integrations api sell selling offer offers offering provide provides run owner owners small large million thousand inc ltd llc gmbh'.split(
    ' ',
  );

/** Not frequent enough to count as common words, but never a topic. */
const stopTerms =
  'who whom whose which within without their theirs towards toward across between among amongst along onto upon until unless although though whether either neither nor per via etc that than them they those these this there where while whilst our ours your yours his hers its into over under after before during because since about above below again against once only same such very just each few more most other some any both every own too also even much many may might must shall should would could can will did does doing done being been having had has was were are'.split(
    ' ',
  );

/** Sums of stem vectors, compared by cosine. */
class Likeness {
  readonly #dimensions: number;
  readonly #vectors: Int8Array;
  readonly #norms: Float32Array;
  constructor({ dimensions, vectors, stems }: Pick<Background, 'dimensions' | 'vectors' | 'stems'>) {
    this.#dimensions = dimensions;
    this.#vectors = vectors;
    this.#norms = Float32Array.from(stems, (_, stem) => {
      let sum = 0;
      for (let at = stem * dimensions; at < (stem + 1) * dimensions; at += 1) sum += (vectors[at] ?? 0) ** 2;
      return Math.sqrt(sum) || 1;
    });
  }

  /** Weighted sum of the stems' unit vectors; stems outside the background corpus are skipped. */
  sum(stems: Iterable<readonly [number, number]>): Float32Array {
    const total = new Float32Array(this.#dimensions);
    for (const [stem, weight] of stems) this.#add(total, stem, weight);
    return total;
  }

  /** Cosine of two sums; 0 when one is empty. */
  cosine(a: Float32Array, b: Float32Array): number {
    let dot = 0;
    let square = 0;
    let other = 0;
    for (let at = 0; at < this.#dimensions; at += 1) {
      const left = a[at] ?? 0;
      const right = b[at] ?? 0;
      dot += left * right;
      square += left * left;
      other += right * right;
    }
    return square === 0 || other === 0 ? 0 : dot / Math.sqrt(square * other);
  }

  #add(total: Float32Array, stem: number, weight: number): void {
    if (stem < 0 || stem >= this.#norms.length) return;
    const scale = weight / (this.#norms[stem] ?? 1);
    const base = stem * this.#dimensions;
    for (let at = 0; at < this.#dimensions; at += 1) total[at] = (total[at] ?? 0) + scale * (this.#vectors[base + at] ?? 0);
  }
}

export interface Language {
  /** Share (0 to 1) of all discussions that contain a word with this stem. */
  shareOf(stem: string): number;
  /** Whether the stem is among the most common ones of discussions, nearly all of which are in English. */
  isKnown(stem: string): boolean;
  isSalesTalk(stem: string): boolean;
  isFunctionWord(word: string): boolean;
  /** Similarity in meaning of two sets of stems, -1 to 1; rare stems count more. */
  likenessOf(one: readonly string[], other: readonly string[]): number;
}

let language: Language | null = null;

/** Word statistics of ordinary discussions, from the shipped background table; read once. */
export function readLanguage(): Language {
  language ??= makeLanguage();
  return language;
}

function makeLanguage(): Language {
  const background = readBackground();
  const { stems, frequencies, documents } = background;
  const likeness = new Likeness(background);
  const ids = new Map(stems.map((stem, index) => [stem, index]));
  const none = new Set(stopTerms);
  const shares = new Map(stems.map((stem, index) => [stem, (frequencies[index] ?? 0) / documents]));
  const talk = new Set(salesTalk.map(stemOf));
  return {
    shareOf: (stem) => shares.get(stem) ?? 1 / documents,
    isKnown: (stem) => ids.has(stem),
    isSalesTalk: (stem) => talk.has(stem),
    isFunctionWord: (word) => none.has(word),
    likenessOf(one, other) {
      const sumOf = (words: readonly string[]) =>
        likeness.sum(
          words.flatMap((stem) => (ids.has(stem) ? [[ids.get(stem) ?? 0, Math.log(1 / (shares.get(stem) ?? 1))] as const] : [])),
        );
      return likeness.cosine(sumOf(one), sumOf(other));
    },
  };
}
