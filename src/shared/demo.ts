import * as z from 'zod';
import { authResultSchema } from './auth.ts';
import { defineRoute } from './route.ts';

/** Works only on a server that was started as a demo. The code is part of the link it prints, and works once. */
export const demoRoutes = {
  exchange: defineRoute({
    method: 'POST',
    path: '/demo/sign-in',
    access: 'public',
    tokens: 'none',
    summary: 'Sign in to a demo with its one-time code',
    body: z.strictObject({ code: z.string().min(1).max(200) }),
    response: authResultSchema,
  }),
};
