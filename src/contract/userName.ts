// Returns the names of users as the signed-in user sees them. `me` is the id of the signed-in user.
import * as l10n from '@vscode/l10n';
import { displayName } from '../std/displayName.ts';
import type { UserNameLookup } from '../std/text.ts';
import { nameOfUser, type User } from './resources/user.ts';

/** Returns the name of the author of a comment or change: `You` for the signed-in user. */
export function authorName(author: User, me: string | undefined): string {
  return author.id === me ? l10n.t('You') : nameOfUser(author);
}

/** Returns the name of a user in a list of users. The signed-in user is marked: `Ada Park (you)`. */
export function listedName(user: Pick<User, 'id'>, name: string, me: string | undefined): string {
  return user.id === me ? l10n.t('{0} (you)', name) : name;
}

/**
 * Returns a function that looks up the name of a user by id, for mentions of users in texts of this project. Without
 * `users`, the function finds no names.
 */
export function userNameLookup(
  users: { user(project: string, id: string): User | undefined } | undefined,
  project: string,
): UserNameLookup {
  return (id) => {
    const user = users?.user(project, id);
    return user && displayName(nameOfUser(user));
  };
}
