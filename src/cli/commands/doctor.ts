import type { Command } from 'commander';
import { leaf, type Shared } from '../command.ts';

export function addDoctor(program: Command): void {
  leaf(program, {
    usage: 'doctor',
    about: 'Check configuration, database, Reddit, email, model and web app, and say what to fix',
    example: 'earshot doctor',
  }).action(async (options: Shared) => (await import('../run-doctor.ts')).runDoctor(options));
}
