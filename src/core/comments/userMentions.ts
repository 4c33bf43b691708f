// Mentions of users in Markdown: an @ and the name of a member of the project.
import { createHash } from 'node:crypto';
import { nameOfUser, type User } from '../../contract/resources/user.ts';
import type { Store } from '../cache/store/store.ts';

/** Returns the names and email addresses that belong to exactly one of the users, in lower case, with the user's id. */
export function userMentionNames(users: readonly User[]): ReadonlyMap<string, string> {
  const ids = new Map<string, Set<string>>();
  for (const user of users)
    for (const name of [nameOfUser(user), user.email ?? ''].map((text) => text.trim().toLowerCase()))
      if (name !== '') ids.set(name, (ids.get(name) ?? new Set()).add(user.id));
  return new Map([...ids].flatMap(([name, [id, ...others]]) => (id && others.length === 0 ? [[name, id]] : [])));
}

/** Returns the text that mentions the user; undefined if another user has the same name and no email is known. */
export function userMentionText(user: User, names: ReadonlyMap<string, string>): string | undefined {
  const name = [nameOfUser(user), user.email ?? ''].find((text) => names.get(text.trim().toLowerCase()) === user.id);
  return name === undefined ? undefined : `@${name.trim()}`;
}

/** An @ at the start or after a space or bracket, so not in an email address. */
const AT_SIGN = /(?<=^|[\s([{])@(?=\S)/gu;

/** Whether the Markdown may contain a mention, so that the members are needed. */
export function mayMentionUsers(markdown: string): boolean {
  return markdown.search(AT_SIGN) >= 0;
}

/** Returns the position of the @ before the last word or the last two words; undefined if there is none. */
export function userMentionStart(textBeforeCursor: string): number | undefined {
  const match = /(?:^|[\s([{])(@[\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]*)?)$/u.exec(textBeforeCursor);
  return match?.[1] === undefined ? undefined : textBeforeCursor.length - match[1].length;
}

interface FoundMention {
  readonly start: number;
  readonly end: number;
  readonly id: string;
}

/** Returns the mentions in a text. If several names match, uses the longest name. */
export function findUserMentions(text: string, names: ReadonlyMap<string, string>): readonly FoundMention[] {
  const namesLongestFirst = [...names].sort(([first], [second]) => second.length - first.length);
  return [...text.matchAll(AT_SIGN)].flatMap(({ index }) => {
    const longestMatch = namesLongestFirst.find(([name]) => {
      const end = index + 1 + name.length;
      return (
        text.slice(index + 1, end).toLowerCase() === name &&
        !/^(?:[\p{L}\p{N}_]|[.@-][\p{L}\p{N}])/u.test(text.slice(end))
      );
    });
    return longestMatch === undefined
      ? []
      : [{ start: index, end: index + 1 + longestMatch[0].length, id: longestMatch[1] }];
  });
}

/**
 * Resolves with the HTML of a comment that was typed as Markdown. Reads the members of the project only if the text has
 * an @ that may be a mention; if they cannot be read, the text is sent as it was typed.
 */
export async function commentHtml(
  { members }: Pick<Store, 'members'>,
  project: string,
  { text, externalId }: { readonly text: string; readonly externalId: string },
): Promise<string> {
  const { markdownToHtml } = await import('../../std/html/markdown.ts');
  if (!mayMentionUsers(text)) return markdownToHtml(text);
  const names = userMentionNames(await members.readAll(project, { maxAge: Number.POSITIVE_INFINITY }));
  let count = 0;
  return markdownToHtml(text, (part) =>
    findUserMentions(part, names).map(({ start, end, id }) => {
      count += 1;
      return { start, end, html: mentionMarkup(id, elementId(`${externalId} ${count}`)) };
    }),
  );
}

/**
 * Returns the server's markup for a mention. The markup contains no name, because Plane shows the user's current name.
 */
function mentionMarkup(user: string, element: string): string {
  const safeUserId = user.replace(/[&"<>]/g, '');
  return `<mention-component id="${element}" entity_identifier="${safeUserId}" entity_name="user_mention"></mention-component>`;
}

/** Returns the same id for the same seed, so that a repeated request contains the same HTML as the first request. */
function elementId(seed: string): string {
  const hash = createHash('sha256').update(seed).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
