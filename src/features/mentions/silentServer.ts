// The open-source edition of Plane sends no notifications about much of what arrives through its API: the views in
// `apps/api/plane/api/views/issue.py` of makeplane/plane record the activity without `notification`. In the versions
// 0.23.1 to 1.3.1, all views of work items, comments and links do so, and only those of attachments and (since 1.3.0)
// relations notify. Later versions notify about work items (#9307, merged after 1.3.1), but not about the assignees with
// whom one is created (#9449), and not about comments (#7846, #9448, open in August 2026). So a comment with a mention
// notifies in no known version, and none is offered. The user is told once for each server.
import * as l10n from '@vscode/l10n';
import type { Client } from '../../client/api/client.ts';
import type { OperationName } from '../../contract/operations.ts';
import type { Capabilities } from '../../core/session/server/capabilities.ts';
import { isOlderThan } from '../../core/session/server/instance.ts';
import type { Session } from '../../core/session/session.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { RememberedList } from '../../shell/rememberedList.ts';
import type { Disposable } from '../../std/disposable.ts';

export interface SilentServerDeps {
  readonly prompts: Prompts;
  readonly capabilities: Pick<Capabilities, 'communityVersion'>;
  /** The base URLs of the servers about which the user was told. */
  readonly toldServers: RememberedList<string>;
}

const OWNER = 'servers';
/** The first version that notifies about work items. */
const NOTIFYING_VERSION = '1.4';
/** The first version that was not examined: it may send all notifications. */
const UNEXAMINED_VERSION = '1.5';

/** Tells the user, at the first change that concerns a colleague, that the server sends no notification. */
export function tellAboutSilentServer(
  { prompts, capabilities, toldServers }: SilentServerDeps,
  { client, me }: { readonly client: Pick<Client, 'baseUrl' | 'onDidWrite'>; readonly me: Pick<Session['me'], 'id'> },
): Disposable {
  const { baseUrl } = client;
  return client.onDidWrite(({ name, body }) => {
    const silence = silenceOf(capabilities.communityVersion(baseUrl));
    if (silence === undefined || !silence.includes(name, concernsOf(name, body, me.id))) return;
    if (toldServers.entriesOf(OWNER).includes(baseUrl)) return;
    void toldServers.add(OWNER, baseUrl);
    void prompts.notify('info', silence.text(new URL(baseUrl).host));
  });
}

/** Whether a change assigns a work item to a colleague, and whether it mentions one. */
interface Concerns {
  readonly isAssigned: boolean;
  readonly isMentioned: boolean;
}

/** What a server sends no notifications about. */
interface Silence {
  readonly includes: (name: OperationName, concerns: Concerns) => boolean;
  readonly text: (host: string) => string;
}

function silenceOf(version: string | undefined): Silence | undefined {
  if (isOlderThan(version, NOTIFYING_VERSION) === true)
    return {
      includes: (_, { isAssigned, isMentioned }) => isAssigned || isMentioned,
      text: (host) =>
        l10n.t(
          '{0} sends no notifications about assignments, mentions and comments from programs other than its web app.',
          host,
        ),
    };
  if (isOlderThan(version, UNEXAMINED_VERSION) === true)
    return {
      includes: (name, { isAssigned, isMentioned }) =>
        (isAssigned && name === 'createWorkItem') || (isMentioned && COMMENT_WRITES.has(name)),
      text: (host) =>
        l10n.t(
          '{0} sends no notifications about comments, and none to the assignees of new work items, from programs other than its web app.',
          host,
        ),
    };
  return undefined;
}

const COMMENT_WRITES: ReadonlySet<OperationName> = new Set(['createComment', 'updateComment']);
const TEXT_FIELDS: Partial<Readonly<Record<OperationName, string>>> = {
  createWorkItem: 'description_html',
  updateWorkItem: 'description_html',
  createComment: 'comment_html',
  updateComment: 'comment_html',
};

function concernsOf(name: OperationName, body: unknown, me: string): Concerns {
  const textField = TEXT_FIELDS[name];
  if (textField === undefined || typeof body !== 'object' || body === null)
    return { isAssigned: false, isMentioned: false };
  const fields = new Map(Object.entries(body));
  const assignees: unknown = fields.get('assignees');
  const html: unknown = fields.get(textField);
  return {
    isAssigned: Array.isArray(assignees) && assignees.some((id) => id !== me),
    isMentioned: typeof html === 'string' && html.includes('<mention-component'),
  };
}
