import { readFileSync } from 'node:fs';
import * as z from 'zod';

const sampleSchema = z.strictObject({
  id: z.string().regex(/^smpl\d{3}$/),
  kind: z.enum(['post', 'comment']),
  subreddit: z.string(),
  author: z.string().nullable(),
  /** Comments have none: they carry the title of their thread. */
  title: z.string().optional(),
  body: z.string(),
  /** Its age at the moment the sample is read. */
  minutesAgo: z.number().int().min(0),
  score: z.number().int(),
  numComments: z.number().int().min(0).optional(),
  /** How good a lead for the sample campaign it is, 0 to 3, as a person scored it. Only for tests and evaluation. */
  label: z.number().int().min(0).max(3),
  /** Of a comment: the id of the post it answers. */
  parent: z.string().optional(),
  flair: z.string().optional(),
  gone: z.literal('deleted').optional(),
  crosspost: z.literal(true).optional(),
  over18: z.literal(true).optional(),
  distinguished: z.literal(true).optional(),
});
/** One invented post or comment, as it stands in the data files. */
export type Sample = z.output<typeof sampleSchema>;

// Each URL is written out: the build copies the files it can see.
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

/** All invented posts and comments. Reads the files again each time: only who asks for the sample pays for it. */
export function listSamples(): Sample[] {
  return files.flatMap((file) => z.array(sampleSchema).parse(JSON.parse(readFileSync(file, 'utf8'))));
}
