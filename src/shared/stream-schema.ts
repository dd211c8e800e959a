import * as z from 'zod';
import { type CampaignStreamKind, streamKinds } from './sources.ts';
import type { CampaignStream } from './streams.ts';

/** Names may be addresses. */
const longestName = 2000;

/** The only stream of its kind needs no name. */
const nameFieldOf = ({ label, only, hint, readName }: CampaignStreamKind) =>
  (only === undefined ? z.string().max(longestName) : z.string().max(longestName).default(only))
    .transform((typed, context) => {
      const read = readName(typed);
      if ('name' in read) return read.name;
      context.addIssue(read.problem);
      return z.NEVER;
    })
    .pipe(z.string())
    .meta({ description: [label, hint].filter(Boolean).join('. ') });

const streamSchemas = streamKinds.map((of) =>
  z.strictObject({
    kind: z.literal(of.kind),
    name: nameFieldOf(of),
    /** False leaves out the comments in it. */
    comments: z
      .boolean()
      .optional()
      .transform((comments) => (comments === false ? false : undefined))
      .pipe(z.literal(false).optional()),
  }),
);
type StreamSchema = (typeof streamSchemas)[number];
/** A stream that a campaign monitors. Each source's descriptor says which kinds there are and what their names are. */
const streamSchema: z.ZodType<CampaignStream, z.input<StreamSchema>> = z.discriminatedUnion(
  'kind',
  streamSchemas as [StreamSchema, ...StreamSchema[]],
);
export const streamsSchema = z
  .array(streamSchema)
  .max(streamKinds.reduce((sum, { maxStreams }) => sum + maxStreams, 0))
  .superRefine((streams, context) => {
    for (const { kind, noun, maxStreams: max } of streamKinds)
      if (streams.filter((stream) => stream.kind === kind).length > max) context.addIssue(`At most ${max} ${noun}${max === 1 ? '' : 's'}`);
  });

/** The same in a response. */
export const shownStreamsSchema = z.array(
  z.object({ kind: z.enum(streamKinds.map(({ kind }) => kind)), name: z.string(), comments: z.literal(false).optional() }),
);
