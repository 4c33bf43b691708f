// Parses typed or pasted URLs of a server, a workspace or a work item.

export const CLOUD_API = 'https://api.plane.so';
export const CLOUD_WEB = 'https://app.plane.so';

export type AddressProblem = 'empty' | 'unreadable' | 'insecure' | 'credentials' | 'protocol';

/** Why a URL is rejected. `disguised`: the typed host name differs from `host`, to which requests would be sent. */
export type UnusableAddress =
  | { readonly problem: AddressProblem }
  | { readonly problem: 'disguised'; readonly host: string };

export type ParsedAddress =
  | {
      /** Origin and base path of the API, without a trailing slash. */
      readonly baseUrl: string;
      /** The slug of the workspace, if the path of the pasted URL contains a slug. */
      readonly workspace: string | undefined;
    }
  | UnusableAddress;

/** First path segments of the web app that are not the slug of a workspace. */
const RESERVED_SEGMENTS = new Set([
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
/** Path segments that follow the slug of the workspace in the URL of a page. */
const WORKSPACE_PAGE =
  /^(?:projects|browse|settings|initiatives|teamspaces|customers|stickies|drafts|notifications|workspace-views|active-cycles|analytics|pages|wiki)$/;

/** Path segments that precede the slug of the workspace in the URL of an API route. */
const API_ROOT = ['api', 'v1', 'workspaces'];

/** Parses the URL of a server or of any page of a workspace. The scheme is optional. */
export function parseServerAddress(text: string): ParsedAddress {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  const url = parseSafeUrl(hasScheme ? trimmed : `${isLoopbackText(trimmed) ? 'http' : 'https'}://${trimmed}`);
  if ('problem' in url) return url;
  const { basePath, workspace } = splitPath(url.pathname);
  return { baseUrl: apiOrigin(url) + basePath, workspace };
}

/** Parses the complete base URL of a server. The scheme is required. A query or a fragment is not allowed. */
export function parseServerUrl(text: string): { readonly baseUrl: string } | UnusableAddress {
  const url = parseSafeUrl(text);
  if ('problem' in url) return url;
  if (!/^https?:\/\/[^/?#]/i.test(text) || /[?#]/.test(text)) return { problem: 'unreadable' };
  return { baseUrl: apiOrigin(url) + url.pathname.replace(/\/+$/, '') };
}

/**
 * Returns the URL if a key may be sent to it: the URL uses https or its host is this machine, and the parsed host
 * equals the typed host, ignoring case. Letters of other scripts, numbers in other bases and a trailing dot are
 * rejected, because the host that the user reads would differ from the host that receives the key.
 */
function parseSafeUrl(text: string): URL | UnusableAddress {
  const url = parseUrl(text);
  const typedHost = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(text)?.[1]?.replace(/:\d*$/, '');
  // If the text has too few or too many slashes, `URL` parses the scheme as the host.
  if (
    url === undefined ||
    !typedHost ||
    /^(?:https?)?$/.test(url.hostname) ||
    url.port === '0' ||
    /[\s\\]/.test(text)
  ) {
    return { problem: 'unreadable' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'protocol' };
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { problem: 'insecure' };
  const host = url.hostname.replace(/\.$/, '');
  return host === typedHost.toLowerCase() || host.startsWith('[') ? url : { problem: 'disguised', host };
}

function apiOrigin({ origin }: URL): string {
  return origin === CLOUD_WEB ? CLOUD_API : origin;
}

/** A workspace slug: letters, digits, dash and underscore. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]*$/i.test(text);
}

/**
 * Returns the name of a server as a prompt shows it: host, port and base path. Letters of other scripts are shown in
 * Punycode (xn--…), so that they cannot be mistaken for similar letters.
 */
export function serverName(baseUrl: string): string {
  const { host, pathname } = new URL(webBaseUrl(baseUrl));
  return host + pathname.replace(/\/$/, '');
}

/** Returns the base URL of the web app, which differs from the base URL of the API only on Plane Cloud. */
export function webBaseUrl(baseUrl: string): string {
  return baseUrl === CLOUD_API ? CLOUD_WEB : baseUrl;
}

/** Returns the URL of a page of the workspace. `parseServerAddress` returns the same server and slug for this URL. */
export function workspaceUrl(baseUrl: string, workspace: string): string {
  return `${webBaseUrl(baseUrl)}/${encodeURIComponent(workspace)}/projects/`;
}

/** Returns the URL of a work item, or of one of its comments, in the web app. `comment` is the id of the comment. */
export function workItemUrl(baseUrl: string, workspace: string, identifier: string, comment?: string): string {
  const fragment = comment === undefined ? '' : `#comment-${encodeURIComponent(comment)}`;
  return `${webBaseUrl(baseUrl)}/${encodeURIComponent(workspace)}/browse/${encodeURIComponent(identifier)}/${fragment}`;
}

/** The work item that a pasted URL refers to. */
export type PastedItem =
  | { readonly identifier: string }
  /** The ids of the project and the work item, from the URL of a page in the project. */
  | { readonly project: string; readonly id: string }
  /** `elsewhere`: a page of another server or workspace. `noItem`: not the page of a work item. */
  | { readonly problem: 'elsewhere' | 'noItem' };

const ITEM_PAGES = new Set(['issues', 'work-items', 'epics']);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns undefined when the text is not an http(s) URL. `here` is the workspace that the user is signed in to. */
export function parseItemUrl(
  text: string,
  here: { readonly baseUrl: string; readonly workspace: string },
): PastedItem | undefined {
  const trimmed = text.trim();
  const url = /^https?:\/\/\S+$/i.test(trimmed) ? parseUrl(trimmed) : undefined;
  if (url === undefined) return undefined;
  const webUrl = new URL(webBaseUrl(here.baseUrl));
  const webBasePath = webUrl.pathname.replace(/\/$/, '');
  if (url.origin !== webUrl.origin || !url.pathname.startsWith(`${webBasePath}/`)) return { problem: 'elsewhere' };
  const [workspace, area, projectOrIdentifier, kind, itemId] = url.pathname.slice(webBasePath.length + 1).split('/');
  if (workspace?.toLowerCase() !== here.workspace.toLowerCase()) return { problem: 'elsewhere' };
  if (area === 'browse' && projectOrIdentifier !== undefined && /^[^-]+-\d+$/.test(projectOrIdentifier))
    return { identifier: projectOrIdentifier.toUpperCase() };
  const id = itemId !== undefined && UUID.test(itemId) ? itemId : (url.searchParams.get('peekIssueId') ?? '');
  const isItemPage =
    area === 'projects' &&
    projectOrIdentifier !== undefined &&
    UUID.test(projectOrIdentifier) &&
    ITEM_PAGES.has(kind ?? '') &&
    UUID.test(id);
  return isItemPage ? { project: projectOrIdentifier, id } : { problem: 'noItem' };
}

/** Returns the URL of the page where users create API keys. */
export function keysPageUrl(baseUrl: string): string {
  return `${webBaseUrl(baseUrl)}/settings/profile/api-tokens/`;
}

function splitPath(pathname: string): { basePath: string; workspace: string | undefined } {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const apiRootIndex = segments.findIndex((_, index) =>
    API_ROOT.every((name, step) => segments[index + step] === name),
  );
  if (apiRootIndex >= 0)
    return {
      basePath: joinSegments(segments.slice(0, apiRootIndex)),
      workspace: slugOf(segments[apiRootIndex + API_ROOT.length]),
    };
  const page = segments.findIndex((segment, index) => index > 0 && WORKSPACE_PAGE.test(segment));
  if (page > 0) return { basePath: joinSegments(segments.slice(0, page - 1)), workspace: slugOf(segments[page - 1]) };
  const api = segments.indexOf('api');
  if (api >= 0) return { basePath: joinSegments(segments.slice(0, api)), workspace: undefined };
  const [only] = segments;
  if (segments.length === 1 && only !== undefined && isSlug(only) && !RESERVED_SEGMENTS.has(only))
    return { basePath: '', workspace: only };
  return {
    basePath: segments.length > 0 && RESERVED_SEGMENTS.has(segments[0] ?? '') ? '' : joinSegments(segments),
    workspace: undefined,
  };
}

function joinSegments(segments: readonly string[]): string {
  return segments.length === 0 ? '' : `/${segments.join('/')}`;
}

function slugOf(segment: string | undefined): string | undefined {
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
