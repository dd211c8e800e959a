import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import type { Actor } from '#core/platform/actor.ts';
import type { Core } from '#core/open.ts';
import { idSchema } from '#shared/common.ts';
import { leadListQuery } from '#shared/leads.ts';
import { postListQuery } from '#shared/posts.ts';
import { product, version } from '#shared/product.ts';
import { mcpWriteTools, type McpWriteTool } from '#shared/tokens.ts';
import { addRefusals, addWriteTools, type ToolDeps, createAnswer, untrusted } from './write-tools.ts';

const readOnly = { readOnlyHint: true, openWorldHint: false };
const byId = { id: idSchema };
const limit = z.number().int().min(1).max(50).default(10);

function addCampaignTools(server: McpServer, { core, actor, answer }: ToolDeps): void {
  server.registerTool(
    'list_campaigns',
    {
      description: 'Lists the campaigns of this account: the target customer, the subreddits, and the number of posts and leads.',
      annotations: readOnly,
    },
    () => answer(async () => (await core.inbox.campaigns.list(actor, { limit: 100 })).items),
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
        limit,
      },
      annotations: readOnly,
    },
    (query) => answer(async () => (await core.inbox.posts.list(actor, postListQuery.parse(query))).items),
  );
  server.registerTool(
    'explain_score',
    {
      description: `Explains a post's score: each component with its points and description, and the quotes it is based on. ${untrusted}`,
      inputSchema: byId,
      annotations: readOnly,
    },
    ({ id }) =>
      answer(async () => {
        const { title, confidence, reason, points, evidence, matchedRules, scoredBy } = await core.inbox.posts.get(actor, id);
        return { id, title, confidence, reason, points, evidence, matchedRules, scoredBy };
      }),
  );
}

function addThreadTool(server: McpServer, { core, actor, answer }: ToolDeps): void {
  server.registerTool(
    'read_thread',
    {
      description: `Reads the comments around a post as its source shows them now: who pitched, and whether the asker replied. ${untrusted}`,
      inputSchema: byId,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    ({ id }) => answer(() => core.insights.threads.get(actor, id)),
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
        limit,
      },
      annotations: readOnly,
    },
    (query) => answer(async () => (await core.inbox.leads.list(actor, leadListQuery.parse(query))).items),
  );
  server.registerTool(
    'get_lead',
    { description: `Shows one lead with their posts and full history. ${untrusted}`, inputSchema: byId, annotations: readOnly },
    ({ id }) =>
      answer(async () => ({
        ...(await core.inbox.leads.get(actor, id)),
        timeline: (await core.inbox.leads.timeline(actor, id, { limit: 50 })).items,
      })),
  );
}

interface McpAccess {
  /** The writing tools that were granted. */
  granted: readonly McpWriteTool[];
  /** The tool that the message calls, if the server handles a single message. */
  called?: string | null;
}

/** The MCP server of one account: reading tools, and the writing tools that were granted. */
export function createMcpServer(core: Core, actor: Actor, { granted, called = null }: McpAccess): McpServer {
  const server = new McpServer({ name: product.toLowerCase(), version });
  const answer = createAnswer(core.log);
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
