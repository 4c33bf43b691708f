// Maps the users of the source to users of the target. Pure.
import { rewriteReferences } from './references.ts';
import type { SourceProject } from './source.ts';

/** The users of the target. `email` is null if the server does not send it. */
export interface TargetUsers {
  /** The id of the user that the credential belongs to. */
  readonly user: string;
  readonly members: readonly { readonly id: string; readonly email: string | null }[];
}

/**
 * Returns the ids of the target's users by the ids of the source's users. Two users are the same person if their email
 * addresses are equal. The users of the two credentials are the same person even if their addresses differ.
 */
export function mapUsers(
  { user, users }: Pick<SourceProject, 'user' | 'users'>,
  target: TargetUsers,
): Record<string, string> {
  const idByEmail = new Map(
    target.members.flatMap(({ id, email }) => (email === null ? [] : [[email.trim().toLowerCase(), id] as const])),
  );
  const pairs = users.flatMap(({ id, email }) => {
    const targetId = email === null ? undefined : idByEmail.get(email.trim().toLowerCase());
    return targetId === undefined ? [] : [[id, targetId] as const];
  });
  return { ...Object.fromEntries(pairs), [user]: target.user };
}

/** Returns the ids of the users who must be members of the project: assignees, leads and members of modules. */
export function usersInFields({ items, modules }: Pick<SourceProject, 'items' | 'modules'>): Set<string> {
  return new Set([
    ...items.flatMap(({ assignees }) => assignees),
    ...modules.flatMap(({ lead, members }) => (lead === null ? members : [lead, ...members])),
  ]);
}

/**
 * Returns the ids of the mentioned users who are not in `users`, and the number of images that are not attachments of
 * their work item.
 */
export function unknownReferences(
  { items }: Pick<SourceProject, 'items'>,
  users: Readonly<Record<string, string>>,
): { readonly users: ReadonlySet<string>; readonly missingImageCount: number } {
  const userMap = new Map(Object.entries(users));
  const unknownUsers = new Set<string>();
  let imageCount = 0;
  for (const { html, comments, attachments } of items) {
    const files = new Map(attachments.map(({ id }) => [id, id]));
    for (const text of [html, ...comments.map((comment) => comment.html)]) {
      const rewriteResult = rewriteReferences(text, userMap, files);
      for (const id of rewriteResult.unknownUsers) unknownUsers.add(id);
      imageCount += rewriteResult.unknownFiles.length;
    }
  }
  return { users: unknownUsers, missingImageCount: imageCount };
}
