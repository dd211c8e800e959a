import { readFileSync } from 'node:fs';
import * as z from 'zod';

const sampleSchema = z.strictObject({
  id: z.string().regex(/^smpl\d{3}$/),
  kind: z.enum(['post', 'comment']),
  subreddit: z.string(),
  author: z.string().nullable(),
  /** Absent for comments: they have the title of their thread. */
  title: z.string().optional(),
  body: z.string(),
  /** Age when the sample is read. */
  minutesAgo: z.number().int().min(0),
  score: z.number().int(),
  numComments: z.number().int().min(0).optional(),
  /** How good a lead it is for the sample campaign, 0 to 3, as rated by a person. For tests and evaluation only. */
  label: z.number().int().min(0).max(3),
  /** For comments: the id of the post or comment it replies to. */
  parent: z.string().optional(),
  flair: z.string().optional(),
  gone: z.literal('deleted').optional(),
  crosspost: z.literal(true).optional(),
  over18: z.literal(true).optional(),
  distinguished: z.literal(true).optional(),
});
/** An invented post or comment, as stored in the data files. */
export type Sample = z.output<typeof sampleSchema>;

// Each URL is a literal, because the build copies only files it can find statically.
const files = [
  new URL('./advice-and-books.json', import.meta.url),
  new URL('./design-and-web.json', import.meta.url),
  new URL('./freelancing.json', import.meta.url),
  new URL('./makers.json', import.meta.url),
  new URL('./pictures.json', import.meta.url),
  new URL('./small-firms.json', import.meta.url),
  new URL('./sound-and-film.json', import.meta.url),
  new URL('./writing.json', import.meta.url),
];

/** All invented posts and comments. Reads the files on every call, so that they use no memory unless needed. */
export function listSamples(): Sample[] {
  return files.flatMap((file) => z.array(sampleSchema).parse(JSON.parse(readFileSync(file, 'utf8'))));
}
