// The open-source edition of Plane sends no notifications about assignments, mentions and comments that arrive through
// its API: up to version 1.3.1, these views of its API record the activity without `notification`. Users who expect that
// a colleague is notified are told so once for each server.
import * as l10n from '@vscode/l10n';
import type { Client } from '../../client/api/client.ts';
import type { OperationName } from '../../contract/operations.ts';
import type { Capabilities } from '../../core/session/server/capabilities.ts';
import type { Session } from '../../core/session/session.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { RememberedList } from '../../shell/rememberedList.ts';
import type { Disposable } from '../../std/disposable.ts';

export interface SilentServerDeps {
  readonly prompts: Prompts;
  readonly capabilities: Pick<Capabilities, 'isCommunityEdition'>;
  /** The base URLs of the servers about which the user was told. */
  readonly toldServers: RememberedList<string>;
}

const OWNER = 'servers';

/** Tells the user, at the first change that concerns a colleague, that the server sends no notification. */
export function tellAboutSilentServer(
  { prompts, capabilities, toldServers }: SilentServerDeps,
  { client, me }: { readonly client: Pick<Client, 'baseUrl' | 'onDidWrite'>; readonly me: Pick<Session['me'], 'id'> },
): Disposable {
  const { baseUrl } = client;
  return client.onDidWrite(({ name, body }) => {
    if (!concernsColleague(name, body, me.id) || !capabilities.isCommunityEdition(baseUrl)) return;
    if (toldServers.entriesOf(OWNER).includes(baseUrl)) return;
    void toldServers.add(OWNER, baseUrl);
    const { host } = new URL(baseUrl);
    void prompts.notify(
      'info',
      l10n.t(
        '{0} sends no notifications about assignments, mentions and comments from programs other than its web app.',
        host,
      ),
    );
  });
}

const TEXT_FIELDS: Partial<Readonly<Record<OperationName, string>>> = {
  createWorkItem: 'description_html',
  updateWorkItem: 'description_html',
  createComment: 'comment_html',
  updateComment: 'comment_html',
};

/** Whether the body assigns a work item to a user other than `me`, or mentions one. */
function concernsColleague(name: OperationName, body: unknown, me: string): boolean {
  const textField = TEXT_FIELDS[name];
  if (textField === undefined || typeof body !== 'object' || body === null) return false;
  const fields = new Map(Object.entries(body));
  const assignees: unknown = fields.get('assignees');
  const html: unknown = fields.get(textField);
  const isAssigned = Array.isArray(assignees) && assignees.some((id) => id !== me);
  return isAssigned || (typeof html === 'string' && html.includes('<mention-component'));
}
