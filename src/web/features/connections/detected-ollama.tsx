import useSWR from 'swr';
import { type Connection, connectionRoutes } from '#shared/connections.ts';
import { modelServers } from '#shared/model-servers.ts';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { checkTexts as texts } from './texts.ts';
import { fieldOf, serverIdOf, type useConnection } from './use-connection.ts';

const [ollama] = modelServers;

/** Models of an Ollama at the configured address, by default on this machine; no other address is tried. */
const findModels = async (): Promise<string[]> =>
  (await call(connectionRoutes.models, { body: { values: { 'ai.provider': 'ollama' } } })).models;

/** Offers an Ollama that is there while no model is set up. */
export function DetectedOllama({ connection, state }: { connection: Connection; state: ReturnType<typeof useConnection> }) {
  const isOpen = serverIdOf(connection, state.draft) === 'builtin' && fieldOf(connection, 'ai.provider')?.lockedBy === null;
  const { data: models = [] } = useSWR(isOpen ? 'detected-ollama' : null, findModels, {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  });
  const [first] = models;
  if (!isOpen || first === undefined) return null;
  const model = models.find((name) => name === ollama.model) ?? models.find((name) => name.includes('instruct')) ?? first;
  const host = URL.parse(String(fieldOf(connection, 'ai.ollama.host')?.value ?? ollama.address))?.hostname ?? '';
  return (
    <Note
      tone="good"
      action={
        <Button size="sm" variant="outline" onClick={() => state.choose(ollama.id, { models, model })}>
          {texts.takeDetected}
        </Button>
      }
    >
      {texts.detected(host, models.length)}
    </Note>
  );
}
