import * as z from 'zod';
import { defineRoute } from './route.ts';

const ruleErrorSchema = z.object({ line: z.number().int(), column: z.number().int(), message: z.string() });
export type RuleError = z.infer<typeof ruleErrorSchema>;
export const ruleRoutes = {
  check: defineRoute({
    method: 'POST',
    path: '/rules/check',
    access: 'user',
    tokens: 'write',
    summary: 'Check rules, one per line',
    body: z.strictObject({ text: z.string().max(100_000) }),
    response: z.object({ ok: z.boolean(), errors: z.array(ruleErrorSchema) }),
  }),
};
