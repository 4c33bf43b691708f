// Reads and creates links that open a work item in VS Code. A link is untrusted.
// Form: vscode://…/open?server=…&workspace=…&item=…
import { isSlug, readServer } from './webAddress.ts';

/**
 * The target of a link. It is not trusted: it is compared with the server and workspace that the user is signed in to,
 * or shown to the user.
 */
export interface ItemLink {
  /** Origin and base path; undefined for the local workspace. */
  readonly baseUrl: string | undefined;
  readonly workspace: string;
  readonly item: LinkedItem;
}

export type LinkedItem = { readonly identifier: string } | { readonly project: string; readonly id: string };

/** What is wrong with a link. Its text is never shown. */
export type LinkProblem = 'tooLong' | 'unreadable' | 'unknown' | 'repeated' | 'server' | 'workspace' | 'item';

/** The parts of a URI after VS Code has decoded it once. They are not decoded again. */
export interface UriParts {
  readonly path: string;
  readonly query: string;
}

const MOST_CHARACTERS = 1000;
/** A server of this length is shown whole in a prompt. */
const LONGEST_SERVER = 255;
const LONGEST_SLUG = 80;
const PATH = '/open';
const LOCAL = 'local';
/** Other parameters are ignored: whatever transports a link may add its own. */
const NAMES = ['server', 'workspace', 'item', 'project', 'id'] as const;
type Name = (typeof NAMES)[number];

const IDENTIFIER = /^[\p{L}\p{N}_]{1,12}-[1-9]\d{0,8}$/u;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * Characters that no parameter contains: white space and controls, including invisible ones, quotes, brackets, and
 * those that a second decoding would change.
 */
const FOREIGN = /[\s\p{C}"'`<>\\^{|}%$]/u;

export function readEditorAddress({ path, query }: UriParts): ItemLink | { readonly problem: LinkProblem } {
  if (path.length + query.length > MOST_CHARACTERS) return { problem: 'tooLong' };
  if (path !== PATH) return { problem: 'unknown' };
  if (FOREIGN.test(query)) return { problem: 'unreadable' };
  const parameters = parametersOf(query);
  if (parameters === undefined) return { problem: 'repeated' };
  const server = serverIn(parameters.get('server'));
  if (server === undefined) return { problem: 'server' };
  const workspace = parameters.get('workspace') ?? '';
  if (!isSlug(workspace) || workspace.length > LONGEST_SLUG) return { problem: 'workspace' };
  const item = itemIn(parameters);
  return item === undefined ? { problem: 'item' } : { ...server, workspace, item };
}

/**
 * Returns the address that opens the work item in VS Code; `scheme` is this editor's and `extension` is Contrail's id.
 * The server's address is encoded completely; otherwise software that detects links in plain text would detect it as a
 * link of its own.
 */
export function editorAddress(
  { scheme, extension }: { readonly scheme: string; readonly extension: string },
  {
    baseUrl,
    workspace,
    identifier,
  }: { readonly baseUrl: string | undefined; readonly workspace: string; readonly identifier: string },
): string {
  const query = { server: baseUrl ?? LOCAL, workspace, item: identifier };
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${scheme}://${extension}${PATH}?${parameters.join('&')}`;
}

/** Whether the link's item is in the workspace that the user is signed in to. */
export function leadsTo(
  link: ItemLink,
  here: {
    readonly profile: { readonly service: 'local' | 'remote' };
    readonly baseUrl: string;
    readonly workspace: string;
  },
): boolean {
  const sameServer = here.profile.service === 'local' ? link.baseUrl === undefined : link.baseUrl === here.baseUrl;
  return sameServer && link.workspace.toLowerCase() === here.workspace.toLowerCase();
}

/** Returns undefined when a parameter occurs twice, because it would be ambiguous. */
function parametersOf(query: string): ReadonlyMap<Name, string> | undefined {
  const parameters = new Map<Name, string>();
  for (const part of query.split('&')) {
    const at = part.indexOf('=');
    const name = NAMES.find((one) => one === part.slice(0, Math.max(at, 0)));
    if (name === undefined) continue;
    if (parameters.has(name)) return undefined;
    parameters.set(name, part.slice(at + 1));
  }
  return parameters;
}

function serverIn(text: string | undefined): { readonly baseUrl: string | undefined } | undefined {
  if (text === LOCAL) return { baseUrl: undefined };
  const read = text === undefined || text.length > LONGEST_SERVER ? undefined : readServer(text);
  return read === undefined || 'problem' in read ? undefined : read;
}

/** A work item is named by its identifier or by its ids, never by both. */
function itemIn(parameters: ReadonlyMap<Name, string>): LinkedItem | undefined {
  const [identifier, project, id] = [parameters.get('item'), parameters.get('project'), parameters.get('id')];
  if (identifier !== undefined) {
    return IDENTIFIER.test(identifier) && project === undefined && id === undefined
      ? { identifier: identifier.toUpperCase() }
      : undefined;
  }
  return project !== undefined && id !== undefined && UUID.test(project) && UUID.test(id) ? { project, id } : undefined;
}
