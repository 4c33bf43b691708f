// Tests the notice about servers that send no notifications about changes through their API.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Client, createClient } from '../../../../src/client/api/client.ts';
import { createTransport } from '../../../../src/client/transport.ts';
import { Capabilities } from '../../../../src/core/session/server/capabilities.ts';
import { tellAboutSilentServer } from '../../../../src/features/mentions/silentServer.ts';
import { RememberedList } from '../../../../src/shell/rememberedList.ts';
import type { Disposable } from '../../../../src/std/disposable.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { FakeClock } from '../../../support/clock.ts';
import { InMemoryMemento } from '../../../support/inMemoryMemento.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer, type TestServer } from '../../../support/testServer.ts';

const PROJECT = sample.project('WEB');
const BODY = { project_id: PROJECT, work_item_id: sample.workItem('WEB', 28) };
const MENTION = `<p><mention-component entity_identifier="${sample.user('bruno')}"></mention-component></p>`;

let server: TestServer;
let client: Client;
let prompts: ScriptedPrompts;
let capabilities: Capabilities;
let notice: Disposable;
beforeEach(async () => {
  server = await startTestServer({ dialect: 'community' });
  const clock = new FakeClock();
  const memory = new InMemoryMemento();
  const { baseUrl, workspace, apiKey } = server;
  const credential = { kind: 'key', secret: new Secret(apiKey), origin: new URL(baseUrl).origin } as const;
  const transport = createTransport();
  client = createClient({ baseUrl, workspace, credential, clock, logger: silentLogger, transport });
  prompts = new ScriptedPrompts();
  capabilities = new Capabilities(memory, clock);
  const toldServers = new RememberedList<string>(memory, { name: 'silentServers', maxEntries: 50, idOf: (url) => url });
  notice = tellAboutSilentServer({ prompts, capabilities, toldServers }, { client, me: { id: sample.user('ada') } });
});
afterEach(async () => {
  notice.dispose();
  await client.close();
  await server.stop();
});

const assign = (...assignees: readonly string[]) =>
  client.call.updateWorkItem({ ...BODY, body: { assignees: [...assignees] } });

it.each([
  ['an assignment to a colleague', () => assign(sample.user('bruno'))],
  ['a mention in a comment', () => client.call.createComment({ ...BODY, body: { comment_html: MENTION } })],
])('is shown once after %s', async (_, change) => {
  await capabilities.rememberCommunityEdition(server.baseUrl);
  await change();
  await change();
  expect(prompts.pending).toEqual([expect.stringContaining('sends no notifications')]);
});

it('is not shown after an assignment to the user, after a refused assignment, and for other servers', async () => {
  await assign(sample.user('bruno'));
  await capabilities.rememberCommunityEdition(server.baseUrl);
  await assign(sample.user('ada'));
  await expect(assign('nobody')).rejects.toThrow();
  expect(prompts.pending).toEqual([]);
});
