import type { Command } from 'commander';
import { leaf, type Shared } from '../command.ts';

export function addDoctor(program: Command): void {
  leaf(program, {
    usage: 'doctor',
    about: 'Check the configuration, database, Reddit connection, email, AI model, and web app',
    example: 'earshot doctor',
  }).action(async (options: Shared) => (await import('../run-doctor.ts')).runDoctor(options));
}
