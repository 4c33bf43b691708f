// Parses and creates links that open a work item in VS Code. A parsed link is untrusted.
// Form: vscode://…/open?server=…&workspace=…&item=…
import { normalizeIdentifier } from '../../contract/resources/workItem.ts';
import type { Account, RemoteAccount } from './accounts/account.ts';
import { isSlug, parseServerUrl } from './server/webAddress.ts';

/**
 * The target of a link. The target is untrusted: it is only compared with the server and workspace that the user is
 * signed in to, or shown to the user.
 */
export interface ItemLink {
  /** Origin and base path; undefined for the local workspace. */
  readonly baseUrl: string | undefined;
  readonly workspace: string;
  readonly item: LinkedItem;
  /** Id of a comment to show on the page of the work item. */
  readonly comment?: string;
}

export type LinkedItem = { readonly identifier: string } | { readonly project: string; readonly id: string };

/** Why a link is rejected. The text of a rejected link is never shown. */
export type LinkProblem = 'tooLong' | 'unreadable' | 'unknown' | 'repeated' | 'server' | 'workspace' | 'item';

/** The parts of a URI that VS Code has already decoded. They are not decoded a second time. */
export interface UriParts {
  readonly path: string;
  readonly query: string;
}

const MAX_LINK_LENGTH = 1000;
/** Maximum length of the server's URL, so that a prompt can show the URL completely. */
const MAX_SERVER_LENGTH = 255;
const MAX_SLUG_LENGTH = 80;
const OPEN_PATH = '/open';
const LOCAL_SERVER = 'local';
/** Other parameters are ignored: mail programs and VS Code, for example, add their own parameters to links. */
const PARAMETER_NAMES = ['server', 'workspace', 'item', 'project', 'id', 'comment'] as const;
type ParameterName = (typeof PARAMETER_NAMES)[number];

const IDENTIFIER_PATTERN = /^[\p{L}\p{N}_]{1,12}-[1-9]\d{0,8}$/u;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * Characters that a valid parameter never contains: white space, control and invisible characters, quotes, brackets,
 * and characters that a second decoding would change.
 */
const FORBIDDEN_CHARACTERS = /[\s\p{C}"'`<>\\^{|}%$]/u;

export function parseItemLink({ path, query }: UriParts): ItemLink | { readonly problem: LinkProblem } {
  if (path.length + query.length > MAX_LINK_LENGTH) return { problem: 'tooLong' };
  if (path !== OPEN_PATH) return { problem: 'unknown' };
  if (FORBIDDEN_CHARACTERS.test(query)) return { problem: 'unreadable' };
  const parameters = parametersOf(query);
  if (parameters === undefined) return { problem: 'repeated' };
  const server = parseServerParameter(parameters.get('server'));
  if (server === undefined) return { problem: 'server' };
  const workspace = parameters.get('workspace') ?? '';
  if (!isSlug(workspace) || workspace.length > MAX_SLUG_LENGTH) return { problem: 'workspace' };
  const item = parseItemParameters(parameters);
  const comment = parameters.get('comment');
  if (item === undefined || (comment !== undefined && !UUID.test(comment))) return { problem: 'item' };
  return { ...server, workspace, item, ...(comment === undefined ? {} : { comment }) };
}

/**
 * Returns the link that opens the work item in VS Code. `scheme` is the URI scheme of this editor, `extension` is the
 * id of this extension. The server's URL is percent-encoded, so that software that detects links in plain text does not
 * detect a second link inside this link.
 */
export function formatItemLink(
  { scheme, extension }: { readonly scheme: string; readonly extension: string },
  {
    baseUrl,
    workspace,
    identifier,
    comment,
  }: {
    readonly baseUrl: string | undefined;
    readonly workspace: string;
    readonly identifier: string;
    /** Id of a comment of the work item. */
    readonly comment?: string | undefined;
  },
): string {
  const query = { server: baseUrl ?? LOCAL_SERVER, workspace, item: identifier, ...(comment && { comment }) };
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${scheme}://${extension}${OPEN_PATH}?${parameters.join('&')}`;
}

/** Whether the work item of the link is in the workspace that the user is signed in to. */
export function isInWorkspace(
  link: ItemLink,
  session: {
    readonly profile: { readonly service: 'local' | 'remote' };
    readonly baseUrl: string;
    readonly workspace: string;
  },
): boolean {
  const isSameServer =
    session.profile.service === 'local' ? link.baseUrl === undefined : link.baseUrl === session.baseUrl;
  return isSameServer && link.workspace.toLowerCase() === session.workspace.toLowerCase();
}

/**
 * Returns the accounts in the workspace of the link. Omits the local workspace, because the user opens it without
 * signing in.
 */
export function accountsOfLink(link: ItemLink, accounts: readonly Account[]): readonly RemoteAccount[] {
  return accounts.filter(
    (account): account is RemoteAccount =>
      account.service === 'remote' && isInWorkspace(link, { ...account, profile: account }),
  );
}

/** Returns undefined if a parameter occurs twice, because the link is then ambiguous. */
function parametersOf(query: string): ReadonlyMap<ParameterName, string> | undefined {
  const parameters = new Map<ParameterName, string>();
  for (const part of query.split('&')) {
    const equalsIndex = part.indexOf('=');
    const name = PARAMETER_NAMES.find((known) => known === part.slice(0, Math.max(equalsIndex, 0)));
    if (name === undefined) continue;
    if (parameters.has(name)) return undefined;
    parameters.set(name, part.slice(equalsIndex + 1));
  }
  return parameters;
}

function parseServerParameter(text: string | undefined): { readonly baseUrl: string | undefined } | undefined {
  if (text === LOCAL_SERVER) return { baseUrl: undefined };
  const server = text === undefined || text.length > MAX_SERVER_LENGTH ? undefined : parseServerUrl(text);
  return server === undefined || 'problem' in server ? undefined : server;
}

/** Returns undefined unless the link has either a valid identifier or valid ids of the work item, but not both. */
function parseItemParameters(parameters: ReadonlyMap<ParameterName, string>): LinkedItem | undefined {
  const [identifier, project, id] = [parameters.get('item'), parameters.get('project'), parameters.get('id')];
  if (identifier !== undefined) {
    return IDENTIFIER_PATTERN.test(normalizeIdentifier(identifier)) && project === undefined && id === undefined
      ? { identifier: normalizeIdentifier(identifier) }
      : undefined;
  }
  return project !== undefined && id !== undefined && UUID.test(project) && UUID.test(id) ? { project, id } : undefined;
}
