import * as z from 'zod';
import { defineRoute } from './route.ts';

export const openapiRoutes = {
  get: defineRoute({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    tokens: 'none',
    summary: 'This description (OpenAPI 3.1)',
    response: z.record(z.string(), z.unknown()),
  }),
};
