import type { AiStatus } from '#shared/ai.ts';
import { Dot } from '#web/ui/status-dot.tsx';

const tones = { ok: 'good', down: 'bad', paused: 'bad', spent: 'warn', off: 'off' } as const;

/** "Ollama: not answering since 14:05 UTC. Posts are scored without AI." */
export function StateLine({ status: { state, message } }: { status: Pick<AiStatus, 'message' | 'state'> }) {
  return (
    <p className="flex items-baseline gap-2 text-13">
      <Dot tone={tones[state]} />
      <span className="min-w-0 wrap-anywhere">{message}</span>
    </p>
  );
}
