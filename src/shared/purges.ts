import * as z from 'zod';
import { idSchema, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

const figure = z.number().int();
const figuresSchema = z.object({
  items: figure,
  posts: figure,
  people: figure,
  answers: figure,
  timeline: figure,
  notices: figure,
  accounts: figure,
});

export const purgeReportSchema = z.object({
  /** Promise for everything stored from Reddit. `holds`: all of it was checked within these hours. */
  promise: z.object({ hours: figure, holds: z.boolean(), kept: figure, late: figure, oldestLookAt: timeSchema.nullable() }),
  /** What can't be checked again, and why. */
  unchecked: z.array(z.object({ what: z.string(), items: figure, why: z.string() })),
  /** What was erased within these days, by kind. */
  lately: figuresSchema.extend({ days: figure }),
  /** Newest first. `gone`: deleted or removed at its source; `account`: an account was deleted. */
  purges: z.array(figuresSchema.extend({ id: idSchema, at: timeSchema, cause: z.enum(['gone', 'account']) })),
});
export type PurgeReport = z.output<typeof purgeReportSchema>;

export const purgeRoutes = {
  report: defineRoute({
    method: 'GET',
    path: '/admin/purges',
    access: 'admin',
    tokens: 'none',
    summary: 'Deletion report: what was erased, and whether deletions on Reddit were applied in time',
    response: purgeReportSchema,
  }),
};
