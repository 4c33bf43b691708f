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
import { forEachTest } from '../../../support/fixture.ts';
import { InMemoryMemento } from '../../../support/inMemoryMemento.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';

const PROJECT = sample.project('WEB');
const BODY = { project_id: PROJECT, work_item_id: sample.workItem('WEB', 28) };
const MENTION = `<p><mention-component entity_identifier="${sample.user('bruno')}"></mention-component></p>`;

let client: Client;
let prompts: ScriptedPrompts;
let capabilities: Capabilities;
let notice: Disposable;
const server = forEachTest(() => startTestServer({ dialect: 'community' }));
beforeEach(async () => {
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
});

const assign = (...assignees: readonly string[]) =>
  client.call.updateWorkItem({ ...BODY, body: { assignees: [...assignees] } });

const mention = () => client.call.createComment({ ...BODY, body: { comment_html: MENTION } });
const describeWithMention = () => client.call.updateWorkItem({ ...BODY, body: { description_html: MENTION } });
const createAssigned = () =>
  client.call.createWorkItem({ project_id: PROJECT, body: { name: 'New', assignees: [sample.user('bruno')] } });

const ALL = 'assignments, mentions and comments';
const COMMENTS = 'about comments, and none to the assignees of new work items';
it.each([
  ['an assignment to a colleague', '1.3.1', ALL, () => assign(sample.user('bruno'))],
  ['a mention in a comment', '1.1.0', ALL, mention],
  ['a mention in a description', '1.2.3', ALL, describeWithMention],
  ['a new work item for a colleague', '1.4.2', COMMENTS, createAssigned],
  ['a mention in a comment', '1.4.0', COMMENTS, mention],
])('is shown once after %s on version %s', async (_, version, text, change) => {
  await capabilities.rememberCommunityEdition(server.baseUrl, version);
  await change();
  await change();
  expect(prompts.pending).toEqual([expect.stringContaining(text)]);
});

it.each([
  ['an assignment on a version that notifies about it', '1.4.0', () => assign(sample.user('bruno'))],
  ['a mention in a description on a version that notifies about it', '1.4.0', describeWithMention],
  ['a mention on a version that is not known', '1.5.0', mention],
  ['a mention on a server that reports no version', undefined, mention],
  ['a mention on a server with a version that was never released', '1.4.0-preview', mention],
  ['an assignment to the user', '1.3.1', () => assign(sample.user('ada'))],
  ['a refused assignment', '1.3.1', () => expect(assign('nobody')).rejects.toThrow()],
])('is not shown after %s', async (_, version, change) => {
  await capabilities.rememberCommunityEdition(server.baseUrl, version);
  await change();
  expect(prompts.pending).toEqual([]);
});

it('is not shown on a server of which the edition is not known', async () => {
  await mention();
  expect(prompts.pending).toEqual([]);
});
