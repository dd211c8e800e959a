import { fileURLToPath } from 'node:url';
import { minuteMs } from '#shared/time.ts';
import { openTokenizer } from './encode.ts';
import { sessionOptions } from './reader.ts';

/** Of a text's vector, which has length 1. */
export const dimensions = 384;

/** What 1 is in a vector of bytes: hardly a value is above 0.25. */
export const vectorScale = 500;

const first = 101;
const separator = 102;
const maxTokens = 128;

/** Turns texts into vectors: the more alike two texts are in meaning, the nearer to 1 is the dot product of theirs. */
export interface Sentences {
  /** Of the start of an English text, in about 10 ms on one core. */
  vectorOf(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Throws when the file is missing or isn't a model that fits. */
export async function openSentences(file: URL = new URL('./sentences.onnx', import.meta.url)): Promise<Sentences> {
  const runtime = await import('onnxruntime-node');
  const session = await runtime.InferenceSession.create(fileURLToPath(file), sessionOptions);
  const idsOf = openTokenizer('english');
  return {
    async vectorOf(text) {
      const ids = [first, ...idsOf(text.slice(0, 20 * maxTokens)).slice(0, maxTokens - 2), separator];
      const tensor = new runtime.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
      const { vector } = await session.run({ ids: tensor });
      if (!(vector?.data instanceof Float32Array && vector.data.length === dimensions))
        throw new Error(`${fileURLToPath(file)} gives no vector`);
      return vector.data;
    },
    close: () => session.release(),
  };
}

let open: { sentences: Promise<Sentences>; release: NodeJS.Timeout } | null = null;

function letGo(): void {
  clearTimeout(open?.release);
  void open?.sentences.then((sentences) => sentences.close()).catch(() => undefined);
  open = null;
}

/** Opens the model (60 MB) when it is asked, and lets it go after a minute without being asked. */
export async function vectorOf(text: string): Promise<Float32Array> {
  open ??= { sentences: openSentences(), release: setTimeout(letGo, minuteMs).unref() };
  const { sentences, release } = open;
  release.refresh();
  try {
    return await (await sentences).vectorOf(text);
  } catch (error) {
    if (open?.sentences === sentences) letGo();
    throw error;
  }
}
