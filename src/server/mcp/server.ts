import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import type { Actor } from '#core/platform/actor.ts';
import { can, memberOf } from '#core/platform/policy.ts';
import type { Core } from '#core/open.ts';
import { campaignSchema } from '#shared/campaigns.ts';
import { idSchema } from '#shared/common.ts';
import { leadListQuery, leadSchema, timelineEntrySchema } from '#shared/leads.ts';
import { postDetailSchema, postListQuery, postSchema, postThreadSchema } from '#shared/posts.ts';
import { product, version } from '#shared/product.ts';
import { mcpWriteTools, type McpWriteTool } from '#shared/tokens.ts';
import { addRefusals, addWriteTools, type ToolDeps, createAnswer, untrusted } from './write-tools.ts';

const readOnly = { readOnlyHint: true, openWorldHint: false };
const byId = { id: idSchema };
const paging = {
  limit: z.number().int().min(1).max(50).default(10),
  cursor: z.string().max(400).optional().describe('nextCursor of the page before, with the other arguments as they were'),
};
/** A page of a list; without its total. */
const pageSchema = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: z.string().nullable() });

const output = {
  campaigns: pageSchema(campaignSchema),
  posts: pageSchema(postSchema),
  score: postDetailSchema.pick({
    id: true,
    title: true,
    confidence: true,
    reason: true,
    points: true,
    evidence: true,
    matchedRules: true,
    scoredBy: true,
  }),
  leads: pageSchema(leadSchema),
  lead: leadSchema.extend({ timeline: z.array(timelineEntrySchema) }),
};

function addCampaignTools(server: McpServer, { core, actor, answer }: ToolDeps): void {
  server.registerTool(
    'list_campaigns',
    {
      description: 'Lists the campaigns of this account: the target customer, the subreddits, and the number of posts and leads.',
      inputSchema: { ...paging, limit: z.number().int().min(1).max(100).default(50) },
      outputSchema: output.campaigns.shape,
      annotations: readOnly,
    },
    (query) => answer(output.campaigns, () => core.inbox.campaigns.list(actor, query)),
  );
}

function addPostTools(server: McpServer, { core, actor, answer }: ToolDeps): void {
  server.registerTool(
    'search_posts',
    {
      description: `Searches stored posts, best match first. ${untrusted}`,
      inputSchema: {
        q: z.string().max(300).optional().describe('Every word must occur in the post'),
        campaignId: idSchema.optional(),
        minScore: z.number().int().min(0).max(100).optional(),
        ...paging,
      },
      outputSchema: output.posts.shape,
      annotations: readOnly,
    },
    (query) => answer(output.posts, () => core.inbox.posts.list(actor, postListQuery.parse(query))),
  );
  server.registerTool(
    'explain_score',
    {
      description: `Explains a post's score: each component with its points and description, and the quotes it is based on. ${untrusted}`,
      inputSchema: byId,
      outputSchema: output.score.shape,
      annotations: readOnly,
    },
    ({ id }) => answer(output.score, () => core.inbox.posts.get(actor, id)),
  );
}

function addThreadTool(server: McpServer, { core, actor, answer }: ToolDeps): void {
  server.registerTool(
    'read_thread',
    {
      description: `Reads the comments around a post as its source shows them now: who pitched, and whether the asker replied. ${untrusted}`,
      inputSchema: byId,
      outputSchema: postThreadSchema.shape,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    ({ id }) => answer(postThreadSchema, () => core.insights.threads.get(actor, id)),
  );
}

function addLeadTools(server: McpServer, { core, actor, answer }: ToolDeps): void {
  server.registerTool(
    'list_leads',
    {
      description: `Lists people who need what a campaign offers, best match first. ${untrusted}`,
      inputSchema: {
        q: z.string().max(300).optional(),
        campaignId: idSchema.optional(),
        stage: leadListQuery.shape.stage,
        minConfidence: z.number().int().min(0).max(100).optional(),
        ...paging,
      },
      outputSchema: output.leads.shape,
      annotations: readOnly,
    },
    (query) => answer(output.leads, () => core.inbox.leads.list(actor, leadListQuery.parse(query))),
  );
  server.registerTool(
    'get_lead',
    {
      description: `Shows one lead with their posts and full history. ${untrusted}`,
      inputSchema: byId,
      outputSchema: output.lead.shape,
      annotations: readOnly,
    },
    ({ id }) =>
      answer(output.lead, async () => ({
        ...(await core.inbox.leads.get(actor, id)),
        timeline: (await core.inbox.leads.timeline(actor, id, { limit: 50 })).items,
      })),
  );
}

/** The writing tools of an API token, whose user may work in its workspace. */
export const grantedTools = (actor: Actor): readonly McpWriteTool[] =>
  actor.kind === 'user' && actor.tokenScope === 'write' && can(memberOf(actor), 'work') ? (actor.tokenTools ?? []) : [];

interface McpAccess {
  /** The writing tools that were granted. */
  granted: readonly McpWriteTool[];
  /** The tool that the message calls, if the server handles a single message. */
  called?: string | null;
  /** For a server that outlives a message: throws once the token was revoked. */
  check?: () => Promise<unknown>;
}

/** The MCP server of one account: reading tools, and the writing tools that were granted. */
export function createMcpServer(
  core: Core,
  actor: Actor,
  { granted, called = null, check = () => Promise.resolve() }: McpAccess,
): McpServer {
  const server = new McpServer({ name: product.toLowerCase(), version });
  const answer = createAnswer(core.log, check);
  const deps = { core, actor, answer };
  addCampaignTools(server, deps);
  addPostTools(server, deps);
  addThreadTool(server, deps);
  addLeadTools(server, deps);
  addWriteTools(server, granted, deps);
  addRefusals(
    server,
    mcpWriteTools.filter((name) => name === called && !granted.includes(name)),
  );
  return server;
}
