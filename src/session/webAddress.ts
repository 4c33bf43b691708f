// Reads typed or pasted web addresses: the server, the workspace or the work item they name.

export const CLOUD_API = 'https://api.plane.so';
const CLOUD_WEB = 'https://app.plane.so';

export type AddressProblem = 'empty' | 'unreadable' | 'insecure' | 'credentials' | 'protocol';

/** Why an address cannot be used. `disguised`: its host is spelled differently from `host`, which it resolves to. */
export type UnusableAddress =
  | { readonly problem: AddressProblem }
  | { readonly problem: 'disguised'; readonly host: string };

export type ReadAddress =
  | {
      /** Where the API is: origin and base path, without a trailing slash. */
      readonly baseUrl: string;
      /** From the path of a pasted page's address. */
      readonly workspace: string | undefined;
    }
  | UnusableAddress;

/** First path segments of pages and routes that are not a workspace. */
const NOT_A_WORKSPACE = new Set([
  'api',
  'auth',
  'god-mode',
  'spaces',
  'settings',
  'profile',
  'sign-up',
  'sign-in',
  'accounts',
  'invitations',
  'create-workspace',
  'onboarding',
]);
/** Path segments that follow the slug in the address of a workspace's page. */
const WORKSPACE_PAGE =
  /^(?:projects|browse|settings|initiatives|teamspaces|customers|stickies|drafts|notifications|workspace-views|active-cycles|analytics|pages|wiki)$/;

/** What precedes the slug in the address of an API route. */
const API_ROOT = ['api', 'v1', 'workspaces'];

/** Reads an address with or without a scheme, of the server or of any page of a workspace. */
export function readAddress(text: string): ReadAddress {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  const url = usableUrl(hasScheme ? trimmed : `${isLoopbackText(trimmed) ? 'http' : 'https'}://${trimmed}`);
  if ('problem' in url) return url;
  const { basePath, workspace } = splitPath(url.pathname);
  return { baseUrl: apiOrigin(url) + basePath, workspace };
}

/** Reads the complete address of a server with its scheme: the path is the base path, and nothing may follow it. */
export function readServer(text: string): { readonly baseUrl: string } | UnusableAddress {
  const url = usableUrl(text);
  if ('problem' in url) return url;
  if (!/^https?:\/\/[^/?#]/i.test(text) || /[?#]/.test(text)) return { problem: 'unreadable' };
  return { baseUrl: apiOrigin(url) + url.pathname.replace(/\/+$/, '') };
}

/**
 * Returns an address that a key may be sent to, judging by its form: https, or this machine, and spelled as it is
 * parsed, apart from case. Letters of other scripts, numbers in other bases and a trailing dot are rejected: the host
 * that the user reads would differ from the host that receives the key.
 */
function usableUrl(text: string): URL | UnusableAddress {
  const url = parseUrl(text);
  const spelled = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(text)?.[1]?.replace(/:\d*$/, '');
  // With too few or too many slashes, the parser takes the scheme for a host.
  if (url === undefined || !spelled || /^(?:https?)?$/.test(url.hostname) || url.port === '0' || /[\s\\]/.test(text)) {
    return { problem: 'unreadable' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'protocol' };
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { problem: 'insecure' };
  const host = url.hostname.replace(/\.$/, '');
  return host === spelled.toLowerCase() || host.startsWith('[') ? url : { problem: 'disguised', host };
}

function apiOrigin({ origin }: URL): string {
  return origin === CLOUD_WEB ? CLOUD_API : origin;
}

/** A workspace slug: letters, digits, dash and underscore. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]*$/i.test(text);
}

/**
 * Returns a server's address for a prompt: host, port and base path. Letters of other scripts are shown as xn--…, so
 * that they cannot pass for others.
 */
export function serverName(baseUrl: string): string {
  const { host, pathname } = new URL(webOrigin(baseUrl));
  return host + pathname.replace(/\/$/, '');
}

/** Returns the address of the web app: its host differs from the API's on Plane Cloud only. */
export function webOrigin(baseUrl: string): string {
  return baseUrl === CLOUD_API ? CLOUD_WEB : baseUrl;
}

/** Returns the address of a work item's page. */
export function workItemPage(baseUrl: string, workspace: string, identifier: string): string {
  return `${webOrigin(baseUrl)}/${encodeURIComponent(workspace)}/browse/${encodeURIComponent(identifier)}/`;
}

/** The work item that a pasted address names. */
export type PastedItem =
  | { readonly identifier: string }
  /** By ids, as in the pages of a project. */
  | { readonly project: string; readonly id: string }
  /** A page of another server or workspace, or not of a work item. */
  | { readonly problem: 'elsewhere' | 'noItem' };

const ITEM_PAGES = new Set(['issues', 'work-items', 'epics']);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads a pasted web address; undefined when the text is not one. `here` is the workspace of the session. */
export function readItemAddress(
  text: string,
  here: { readonly baseUrl: string; readonly workspace: string },
): PastedItem | undefined {
  const trimmed = text.trim();
  const url = /^https?:\/\/\S+$/i.test(trimmed) ? parseUrl(trimmed) : undefined;
  if (url === undefined) return undefined;
  const web = new URL(webOrigin(here.baseUrl));
  const base = web.pathname.replace(/\/$/, '');
  if (url.origin !== web.origin || !url.pathname.startsWith(`${base}/`)) return { problem: 'elsewhere' };
  const [workspace, area, first, kind, second] = url.pathname.slice(base.length + 1).split('/');
  if (workspace?.toLowerCase() !== here.workspace.toLowerCase()) return { problem: 'elsewhere' };
  if (area === 'browse' && first !== undefined && /^[^-]+-\d+$/.test(first)) return { identifier: first.toUpperCase() };
  const id = second !== undefined && UUID.test(second) ? second : (url.searchParams.get('peekIssueId') ?? '');
  const isItem =
    area === 'projects' && first !== undefined && UUID.test(first) && ITEM_PAGES.has(kind ?? '') && UUID.test(id);
  return isItem ? { project: first, id } : { problem: 'noItem' };
}

/** Returns the address of the page where API keys are created. */
export function keysPage(baseUrl: string): string {
  return `${webOrigin(baseUrl)}/settings/profile/api-tokens/`;
}

function splitPath(pathname: string): { basePath: string; workspace: string | undefined } {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const root = segments.findIndex((_, index) => API_ROOT.every((name, step) => segments[index + step] === name));
  if (root >= 0)
    return { basePath: join(segments.slice(0, root)), workspace: decode(segments[root + API_ROOT.length]) };
  const page = segments.findIndex((segment, index) => index > 0 && WORKSPACE_PAGE.test(segment));
  if (page > 0) return { basePath: join(segments.slice(0, page - 1)), workspace: decode(segments[page - 1]) };
  const api = segments.indexOf('api');
  if (api >= 0) return { basePath: join(segments.slice(0, api)), workspace: undefined };
  const [only] = segments;
  if (segments.length === 1 && only !== undefined && isSlug(only) && !NOT_A_WORKSPACE.has(only))
    return { basePath: '', workspace: only };
  return {
    basePath: segments.length > 0 && NOT_A_WORKSPACE.has(segments[0] ?? '') ? '' : join(segments),
    workspace: undefined,
  };
}

function join(segments: readonly string[]): string {
  return segments.length === 0 ? '' : `/${segments.join('/')}`;
}

function decode(segment: string | undefined): string | undefined {
  return segment !== undefined && isSlug(segment) ? segment : undefined;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isLoopbackText(text: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i.test(text);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
