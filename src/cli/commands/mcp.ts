import { once } from 'node:events';
import type { Command } from 'commander';
import { actingUser, leaf, withCore, type Shared } from '../command.ts';

interface McpOptions extends Shared {
  user?: string;
}

const runMcp = (options: McpOptions) =>
  withCore(options, async (core) => {
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
    const { createMcpServer } = await import('#server/mcp/server.ts');
    const server = createMcpServer(core, await actingUser(core, options.user), { granted: ['find_conversations', 'draft_reply'] });
    await server.connect(new StdioServerTransport());
    // The client ends the server by closing our stdin.
    await once(process.stdin, 'close');
    await server.close();
  });

export function addMcp(program: Command): void {
  leaf(program, {
    usage: 'mcp',
    about: 'Start an MCP server over stdin and stdout that gives AI assistants access to campaigns, posts, and leads',
    example: 'earshot mcp --user ada@example.com',
  })
    .option('--user <email>', 'account to use (required if there are several)')
    .action(runMcp);
}
