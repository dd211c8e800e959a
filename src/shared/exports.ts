import type * as z from 'zod';
import { fileSchema } from './common.ts';
import { leadFilterQuery } from './leads.ts';
import { postListQuery } from './posts.ts';
import { defineRoute } from './route.ts';

export const postFilterQuery = postListQuery.omit({ limit: true, cursor: true });
export type PostFilter = z.output<typeof postFilterQuery>;

export const exportForms = ['csv', 'json', 'jsonl'] as const;
export type ExportForm = (typeof exportForms)[number];

const file = { method: 'GET', access: 'user', tokens: 'read', response: fileSchema } as const;
const [csv, json] = ['text/csv; charset=utf-8', 'application/json; charset=utf-8'];

export const exportRoutes = {
  leadsCsv: defineRoute({
    ...file,
    path: '/leads/export.csv',
    summary: 'Leads as CSV, with the filters of the list',
    query: leadFilterQuery,
    produces: csv,
  }),
  leadsJson: defineRoute({
    ...file,
    path: '/leads/export.json',
    summary: 'Leads as a JSON array, with the filters of the list',
    query: leadFilterQuery,
    produces: json,
  }),
  postsCsv: defineRoute({
    ...file,
    path: '/posts/export.csv',
    summary: 'Posts as CSV, with the filters of the list',
    query: postFilterQuery,
    produces: csv,
  }),
  postsJson: defineRoute({
    ...file,
    path: '/posts/export.json',
    summary: 'Posts as a JSON array, with the filters of the list',
    query: postFilterQuery,
    produces: json,
  }),
};
