// The types of commands and features, and the functions that create commands.

import type { MentionResolver } from '../../core/mentions/mentionResolver.ts';
import type { Session } from '../../core/session/session.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { CommandId } from './contributions.ts';

export interface Command {
  /** Whether a signed-out user is asked to sign in first. */
  readonly needsSession: boolean;
  /**
   * `target` is the argument that a menu, a tree or another command passes. `selection` contains the selected rows of
   * a tree if several are selected.
   */
  readonly run: (target: unknown, selection: unknown) => Promise<void>;
}

/** Every command of `commandTable.ts`. A command that no feature provides is a compile error. */
export type CommandTable = Readonly<Record<CommandId, Command>>;

/**
 * The result of a feature's create function. `commands` contains every command of the feature. `composition.ts`
 * disposes of the feature when the window closes, and of the result of `startSession` when the session ends.
 */
export interface Feature {
  readonly commands: Partial<CommandTable>;
  readonly startSession?: StartSession;
  dispose?(): void;
}

/** Registers the parts of a feature that exist only while the user is signed in. */
export type StartSession = (session: Session, mentionResolver: MentionResolver) => Disposable;

/** Returns a command that runs with or without a session. */
export function alwaysAvailable(run: Command['run']): Command {
  return { needsSession: false, run };
}

/** Returns a command that asks a signed-out user to sign in first, and does not run if the user cancels. */
export function signedIn(run: Command['run']): Command {
  return { needsSession: true, run };
}
