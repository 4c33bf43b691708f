// Parses typed or pasted URLs of a server, a workspace or a work item.

import { httpReach } from '../../../client/plainHttp.ts';
import { isIdentifier, normalizeIdentifier } from '../../../contract/resources/workItem.ts';
import { decodePercent } from '../../../std/decodePercent.ts';

export const CLOUD_API = 'https://api.plane.so';
export const CLOUD_WEB = 'https://app.plane.so';
/** The web app of Plane Cloud, and the site that leads to it. */
const CLOUD_ORIGINS: ReadonlySet<string> = new Set([CLOUD_WEB, 'https://plane.so', 'https://www.plane.so']);

export type AddressProblem = 'empty' | 'unreadable' | 'insecure' | 'credentials' | 'protocol' | 'key';

/** Why a URL is rejected. `disguised`: the typed host name differs from `host`, to which requests would be sent. */
export type UnusableAddress =
  | { readonly problem: AddressProblem }
  | { readonly problem: 'disguised'; readonly host: string };

export interface ServerAddress {
  /** Origin and base path of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** The slug of the workspace, if the path of the pasted URL contains a slug. */
  readonly workspace: string | undefined;
}

export type ParsedAddress = ServerAddress | UnusableAddress;

/**
 * The pages of the web app that belong to no workspace. Each entry has the first path segment and a pattern of the next
 * segment; `` matches the page without further segments.
 */
const SERVER_PAGES: readonly (readonly [first: string, next: RegExp])[] = [
  ['api', /^/],
  ['auth', /^/],
  ['god-mode', /^/],
  ['spaces', /^/],
  ['accounts', /^(?:forgot-password|reset-password|set-password|)$/],
  ['sign-up', /^/],
  ['sign-in', /^/],
  ['login', /^$/],
  ['signin', /^$/],
  ['signup', /^$/],
  ['live', /^$/],
  ['admin', /^$/],
  ['invitations', /^/],
  ['workspace-invitations', /^/],
  ['workspace-member-invitation', /^/],
  ['create-workspace', /^$/],
  ['onboarding', /^$/],
  ['installations', /^/],
  ['oauth', /^/],
  ['settings', /^(?:profile|account)$/],
  ['profile', /^(?:activity|appearance|preferences|notifications|security|api-tokens|)$/],
];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ITEM_PAGES = new Set(['issues', 'work-items', 'epics']);

/** The pages of a project, by the path segment that follows the project. */
const PROJECT_PAGES =
  /^(?:issues|work-items|epics|cycles|modules|views|pages|intake|inbox|archives|overview|updates|milestones|settings|draft-issues|analytics|workflows|automations|templates|)$/;

/**
 * The pages of a workspace, by the path segment that follows its slug. The pattern describes the segments behind it, so
 * that a base path with the same word is not mistaken for the page.
 */
const WORKSPACE_PAGES: readonly (readonly [area: string, rest: RegExp])[] = [
  ['projects', /^(?:archives|[^/]*)$/],
  ['projects', /^[^/]+\/[^/]+/],
  ['browse', /^(?:[^/]+-\d+(?:\/|$)|$)/],
  ['profile', /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|me)(?:\/|$)/i],
  ['settings', /^(?!profile(?:\/|$))/],
  ['workspace-views', /^/],
  ['active-cycles', /^/],
  ['initiatives', /^/],
  ['teamspaces', /^/],
  ['teams', /^/],
  ['customers', /^/],
  ['stickies', /^/],
  ['drafts', /^/],
  ['notifications', /^/],
  ['analytics', /^/],
  ['dashboards', /^/],
  ['pages', /^/],
  ['wiki', /^/],
  ['your-work', /^/],
  ['home', /^$/],
  ['inbox', /^/],
  ['releases', /^/],
  ['ai-chat', /^/],
  ['pi-chat', /^/],
];

/** A key or token of Plane. Taken for a host, it would be sent to the name server of the network. */
const KEY = /^(?:plane_api|pln)_\w{16,}$/i;

/** The servers below more path segments are not asked. */
const MAX_BASE_SEGMENTS = 6;

/** Path segments that precede the slug of the workspace in the URL of an API route. */
const API_ROOT = ['api', 'v1', 'workspaces'];
const INTERNAL_API_ROOT = ['api', 'workspaces'];

/** Parses the URL of a server or of any page of a workspace. The scheme is optional. */
export function parseServerAddress(text: string): ParsedAddress {
  const address = readAddress(text);
  return 'problem' in address ? address : address.likely;
}

/**
 * Returns every server and workspace that the address can mean, in the order in which the servers should be asked. If
 * the address is that of a known page, the meaning of `parseServerAddress` comes first. Otherwise, a server below the
 * whole path comes first, because a server can answer there only if it is there.
 */
export function serverCandidates(text: string): readonly ServerAddress[] {
  const address = readAddress(text);
  if ('problem' in address) return [];
  const { url, likely, isKnownPage } = address;
  if (likely.baseUrl === CLOUD_API) return [likely];
  const segments = segmentsOf(url.pathname);
  const candidates = Array.from({ length: Math.min(segments.length, MAX_BASE_SEGMENTS) + 1 }, (_, count) => ({
    baseUrl: apiOrigin(url) + joinSegments(segments.slice(0, count)),
    workspace: isWorkspaceSlug(segments, count) ? segments[count] : undefined,
  })).reverse();
  const others = candidates.filter(({ baseUrl }) => baseUrl !== likely.baseUrl);
  return isKnownPage || others.length === candidates.length
    ? [likely, ...others]
    : candidates.map((candidate) => (candidate.baseUrl === likely.baseUrl ? likely : candidate));
}

interface ReadAddress {
  readonly url: URL;
  /** The most likely meaning. */
  readonly likely: ServerAddress;
  /** Whether the path contains a page of Plane, so that `likely` does not depend on the number of segments. */
  readonly isKnownPage: boolean;
}

function readAddress(text: string): ReadAddress | UnusableAddress {
  const address = addressInText(withoutDecoration(text));
  const read = readUndecoratedAddress(address);
  const shorter = 'problem' in read || read.likely.workspace === undefined ? withoutPunctuation(address) : undefined;
  const shorterRead = shorter === undefined ? read : readUndecoratedAddress(shorter);
  return 'problem' in shorterRead ? read : shorterRead;
}

function readUndecoratedAddress(trimmed: string): ReadAddress | UnusableAddress {
  if (trimmed === '') return { problem: 'empty' };
  if (KEY.test(trimmed)) return { problem: 'key' };
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  const url = parseSafeUrl(hasScheme ? trimmed : `${isLoopbackText(trimmed) ? 'http' : 'https'}://${trimmed}`);
  if ('problem' in url) return url;
  const { basePath, workspace = workspaceAfterSignIn(url), isKnownPage } = splitPath(url.pathname);
  return { url, likely: { baseUrl: apiOrigin(url) + basePath, workspace }, isKnownPage };
}

/** The workspace of the page that Plane opens after the sign-in, in the address of a user who is signed out. */
function workspaceAfterSignIn({ searchParams }: URL): string | undefined {
  const [path = ''] = (searchParams.get('next_path') ?? '').split(/[?#]/);
  return path.startsWith('/') ? splitPath(path).workspace : undefined;
}

/** Parses the complete base URL of a server. The scheme is required. A query or a fragment is not allowed. */
export function parseServerUrl(text: string): { readonly baseUrl: string } | UnusableAddress {
  const url = parseSafeUrl(text);
  if ('problem' in url) return url;
  if (!/^https?:\/\/[^/?#]/i.test(text) || /[?#]/.test(text)) return { problem: 'unreadable' };
  return { baseUrl: apiOrigin(url) + url.pathname.replace(/\/+$/, '') };
}

/**
 * Returns the URL if a key may be sent to it: the URL uses https or its host is not public, and the parsed host equals
 * the typed host, ignoring case. Before a key is sent to another machine over http, the user must be asked. Letters of other scripts, numbers in other bases and a trailing dot are
 * rejected, because the host that the user reads would differ from the host that receives the key.
 */
function parseSafeUrl(text: string): URL | UnusableAddress {
  const url = parseUrl(text);
  const typedHost = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(text)?.[1]?.replace(/:\d*$/, '');
  // If the text has too few or too many slashes, `URL` parses the scheme as the host.
  if (
    url === undefined ||
    !typedHost ||
    /^(?:https?)?$|^(?!\[).*[^\w.-]/.test(url.hostname) ||
    url.port === '0' ||
    /[\s\\]/.test(text)
  ) {
    return { problem: 'unreadable' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'protocol' };
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
  if (url.protocol === 'http:' && httpReach(url) === 'public') return { problem: 'insecure' };
  const host = url.hostname.replace(/\.$/, '');
  return host === typedHost.toLowerCase() || host.startsWith('[') ? url : { problem: 'disguised', host };
}

function apiOrigin({ origin }: URL): string {
  return CLOUD_ORIGINS.has(origin) ? CLOUD_API : origin;
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

/** Returns undefined when the text is not an http(s) URL. `here` is the workspace that the user is signed in to. */
export function parseItemUrl(
  text: string,
  here: { readonly baseUrl: string; readonly workspace: string },
): PastedItem | undefined {
  const undecorated = withoutDecoration(text);
  const address = addressInText(undecorated);
  const pasted = parseItemAddress(address, here);
  const shorter = pasted !== undefined && 'problem' in pasted ? withoutPunctuation(address) : undefined;
  const otherAddresses = pasted !== undefined && 'problem' in pasted ? addressesInQuery(address, here) : [];
  for (const candidate of [...(shorter === undefined ? [address] : [shorter]), ...otherAddresses]) {
    const item = candidate === address ? pasted : parseItemAddress(candidate, here);
    if (item !== undefined && !('problem' in item)) return item;
  }
  // Other words with an address in them may be a title.
  return address === undecorated ? pasted : undefined;
}

/**
 * Returns the addresses in the query: of the page after Plane's sign-in, or of the page to which a mail or chat program
 * redirects.
 */
function addressesInQuery(address: string, { baseUrl }: { readonly baseUrl: string }): readonly string[] {
  const values = [...(parseUrl(address)?.searchParams.values() ?? [])];
  return values.map((value) => (value.startsWith('/') ? webBaseUrl(baseUrl) + value : value));
}

function parseItemAddress(
  address: string,
  here: { readonly baseUrl: string; readonly workspace: string },
): PastedItem | undefined {
  // The web app itself sends its requests to `/api/workspaces/`.
  const apiBases = [API_ROOT, INTERNAL_API_ROOT].map((segments) => `${here.baseUrl}/${segments.join('/')}`);
  const bases = [...apiBases, webBaseUrl(here.baseUrl)].map((base) => new URL(base));
  const hasHost = bases.some(({ host }) => address.toLowerCase().startsWith(`${host}/`));
  const url =
    hasHost || /^https?:\/\/\S+$/i.test(address) ? parseUrl(hasHost ? `https://${address}` : address) : undefined;
  if (url === undefined) return undefined;
  const host = url.host.replace(/\.(?=:|$)/, '');
  const path = url.pathname.replaceAll(/\/{2,}/g, '/');
  const base = bases.find((one) => host === one.host && path.startsWith(slashAfter(one.pathname)));
  if (base === undefined) return { problem: 'elsewhere' };
  const [workspace, area = '', projectOrIdentifier = '', ...page] = path
    .slice(slashAfter(base.pathname).length)
    .split('/')
    .map(decodePercent);
  if (workspace?.toLowerCase() !== here.workspace.toLowerCase()) return { problem: 'elsewhere' };
  if ((area === 'browse' || ITEM_PAGES.has(area)) && isIdentifier(normalizeIdentifier(projectOrIdentifier)))
    return { identifier: normalizeIdentifier(projectOrIdentifier) };
  const [kind = '', record] = page[0] === 'archives' ? page.slice(1) : page;
  const parameters = ['peekIssueId', 'inboxIssueId'].map((name) => url.searchParams.get(name));
  const id = [ITEM_PAGES.has(kind) ? record : undefined, ...parameters].find(
    (candidate) => candidate && UUID.test(candidate),
  );
  const project = area === 'projects' ? projectOrIdentifier : url.searchParams.get('peekProjectId');
  return id && project && UUID.test(project)
    ? { project: project.toLowerCase(), id: id.toLowerCase() }
    : { problem: 'noItem' };
}

function slashAfter(path: string): string {
  return path.replace(/\/*$/, '/');
}

/** Returns the URL of the page where users create API keys. */
export function keysPageUrl(baseUrl: string): string {
  return `${webBaseUrl(baseUrl)}/settings/profile/api-tokens/`;
}

function splitPath(pathname: string): { basePath: string; workspace: string | undefined; isKnownPage: boolean } {
  const segments = segmentsOf(pathname);
  const page = splitPageSegments(segments);
  if (page !== undefined) return { ...page, isKnownPage: true };
  const [only] = segments;
  if (segments.length === 1 && only !== undefined && isSlug(only))
    return { basePath: '', workspace: only, isKnownPage: false };
  return { basePath: joinSegments(segments), workspace: undefined, isKnownPage: segments.length === 0 };
}

/** Returns undefined if the path does not contain a page of Plane. */
function splitPageSegments(
  segments: readonly string[],
): { basePath: string; workspace: string | undefined } | undefined {
  for (const root of [API_ROOT, INTERNAL_API_ROOT]) {
    const index = segments.findIndex((_, start) => root.every((name, step) => segments[start + step] === name));
    if (index >= 0)
      return { basePath: joinSegments(segments.slice(0, index)), workspace: slugOf(segments[index + root.length]) };
  }
  const slugIndex = workspaceIndex(segments);
  const serverPage = segments.findIndex((segment, index) => isServerPage(segment, segments[index + 1]));
  if (serverPage >= 0 && serverPage <= (slugIndex ?? serverPage))
    return { basePath: joinSegments(segments.slice(0, serverPage)), workspace: undefined };
  if (slugIndex !== undefined)
    return { basePath: joinSegments(segments.slice(0, slugIndex)), workspace: segments[slugIndex] };
  return undefined;
}

function segmentsOf(pathname: string): readonly string[] {
  return pathname.split('/').filter((segment) => segment !== '');
}

/** Returns the index of the segment that is the slug of a workspace, according to the page that follows it. */
function workspaceIndex(segments: readonly string[]): number | undefined {
  for (const [area, rest] of WORKSPACE_PAGES) {
    const index = segments.findIndex(
      (segment, position) =>
        position > 0 &&
        segment === area &&
        rest.test(segments.slice(position + 1).join('/')) &&
        isWorkspaceSlug(segments, position - 1),
    );
    if (index > 0 && (area !== 'projects' || PROJECT_PAGES.test(segments[index + 2] ?? ''))) return index - 1;
  }
  return undefined;
}

function isWorkspaceSlug(segments: readonly string[], index: number): boolean {
  const segment = segments[index] ?? '';
  const isArea = WORKSPACE_PAGES.some(([area]) => area === segment);
  return (
    isSlug(segment) &&
    !isArea &&
    !UUID.test(segment) &&
    !SERVER_PAGES.some(([first, next]) => first === segment && next.test(segments[index + 1] ?? ''))
  );
}

function isServerPage(segment: string, next = ''): boolean {
  return SERVER_PAGES.some(([first, pattern]) => first === segment && pattern.test(next));
}

/**
 * Returns the address in a pasted text: without white space, without quotation marks or brackets around it, and out of a
 * Markdown link or a chat link (`<https://…|name>`). Brackets of an IPv6 address stay.
 */
function withoutDecoration(text: string): string {
  const trimmed = text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
  const linked = /^\[[^\]]*\]\(\s*<?(\S+?)>?(?:\s+"[^"]*")?\s*\)[.,;:!?]*$/.exec(trimmed)?.[1] ?? trimmed;
  const opened = /^(?:["'`“”„«»‹›‘’‚<({「『《（【]|\[(?![0-9a-f:.]+\]))+(.*)$/isu.exec(linked)?.[1]?.trim();
  if (opened === undefined) return linked.replace(CLOSING_QUOTES, '');
  return opened.replace(/\|[^|]*$/, '').replace(CLOSING_CHARACTERS, '');
}

/**
 * Returns the only http(s) address in a text with other words, without `*`, `_` or `~` around it; else the text. Words
 * that follow a host without a path may belong to a host that is typed with a space.
 */
function addressInText(text: string): string {
  const matches = [...text.matchAll(/(?<![\p{L}\p{N}@/.:-])https?:\/\/[^\s"`<>|]+/giu)];
  const [match, ...others] = matches;
  if (match === undefined || others.some(([other]) => other !== match[0])) return text;
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  if (/^\s+[\p{L}\p{N}]/u.test(after) && !/\/\/[^/]+\//.test(match[0])) return text;
  const emphasis = /[*_~]*$/.exec(before)?.[0] ?? '';
  return emphasis !== '' && match[0].endsWith(emphasis) ? match[0].slice(0, -emphasis.length) : match[0];
}

/** Quotation marks at the end that a URL never contains, with the punctuation around them. */
const CLOSING_QUOTES = /[.,;:!?]*["`“”«»‹›‘’>][.,;:!?"'`“”«»‹›‘’>)\]}]*$/u;
/** What can follow an address that has an opening character before it. */
const CLOSING_CHARACTERS = /(?:[\s.,;:!?"'`“”«»‹›‘’>)}」』》）】]|(?<!\[[\da-f:.]*)\])+$/iu;
/** Punctuation of a sentence at the end of an address, with the slashes around it. */
const FINAL_PUNCTUATION = /[.,;:!?)\]}>"'”’…。、，：；！？）」』/]+$/u;

/** Returns the address without the punctuation of a sentence at its end; undefined if there is none after the host. */
function withoutPunctuation(text: string): string | undefined {
  const path = /^[^/?#]+(\/.*)$/s.exec(text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''))?.[1] ?? '';
  const ending = FINAL_PUNCTUATION.exec(path)?.[0] ?? '';
  return /[^/]/.test(ending) ? text.slice(0, -ending.length) : undefined;
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
