import { Command } from 'commander';
import { product, version } from '#shared/product.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addBetaCommands } from './commands/beta.ts';
import { addBlacklistCommands } from './commands/blacklist.ts';
import { addCampaignCommands } from './commands/campaign.ts';
import { addCompetitorCommands } from './commands/competitor.ts';
import { addCompletion } from './commands/completion.ts';
import { addConnectionCommands } from './commands/connections.ts';
import { addDataCommands } from './commands/data.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor } from './commands/doctor.ts';
import { addFollowUpCommands, addLeadCommands, addToday } from './commands/lead.ts';
import { addFeedbackCommands } from './commands/feedback.ts';
import { addInit } from './commands/init.ts';
import { addJobCommands } from './commands/job.ts';
import { addPostCommands } from './commands/post.ts';
import { addChannelCommands } from './commands/channel.ts';
import { addScan, addFind } from './commands/scan.ts';
import { addScoreCommands } from './commands/score.ts';
import { addServe, addMcp } from './commands/serve.ts';
import { addReportCommands } from './commands/report.ts';
import { addTokenCommands } from './commands/token.ts';
import { addSettingsCommands } from './commands/settings.ts';
import { addTransferCommands } from './commands/transfer.ts';
import { addUserCommands } from './commands/user.ts';
import { addWorkspaceCommands } from './commands/workspace.ts';

const commands = [
  addServe,
  addDemo,
  addInit,
  addDoctor,
  addUserCommands,
  addWorkspaceCommands,
  addCampaignCommands,
  addToday,
  addLeadCommands,
  addPostCommands,
  addFollowUpCommands,
  addCompetitorCommands,
  addReportCommands,
  addFind,
  addScan,
  addScoreCommands,
  addTransferCommands,
  addTokenCommands,
  addChannelCommands,
  addMcp,
  addJobCommands,
  addDataCommands,
  addBlacklistCommands,
  addFeedbackCommands,
  addBetaCommands,
  addSettingsCommands,
  addConnectionCommands,
  addAuditCommands,
  addCompletion,
];

/** Creates the program with every command. It throws instead of exiting. */
export function buildProgram(): Command {
  const program = new Command('earshot')
    .description(`${product} finds conversations in which someone needs what you sell.`)
    .version(version)
    .showHelpAfterError();
  for (const add of commands) add(program);
  throwInsteadOfExit(program);
  return program;
}

/** Commander's `exitOverride` doesn't apply to subcommands. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const inner of command.commands) throwInsteadOfExit(inner);
}
