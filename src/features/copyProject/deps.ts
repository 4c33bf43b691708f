// The dependencies of the commands that copy projects.
import type { Client } from '../../client/api/client.ts';
import type { CopyStore } from '../../copy/copyStore.ts';
import type { Session } from '../../core/session/session.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import type { Logger } from '../../std/logger.ts';

/** An account that a project can be copied to. */
export interface CopyAccount {
  readonly id: string;
  /** In the list of accounts, `label` is the workspace, and `description` is its server and user. */
  readonly label: string;
  readonly description: string;
  /** The name of the account as a part of a sentence, for example `acme at plane.example.com (Ada Park)`. */
  readonly name: string;
}

/** A client of an account. `close` must be called when the client is no longer used. */
export interface AccountClient {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

export interface CopyAccountList {
  /** Resolves with all accounts that the user is signed in to, including the account of the window. */
  list(): Promise<readonly CopyAccount[]>;
  /** Opens a client of the account. Resolves with undefined if the user is no longer signed in to it. */
  open(id: string): Promise<AccountClient | undefined>;
}

export interface CopyProjectDeps {
  readonly prompts: Prompts;
  readonly sessions: { readonly current: Session | undefined };
  readonly accounts: CopyAccountList;
  readonly copies: CopyStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Shows the text, which is Markdown, as a read-only document. */
  readonly showReport: (title: string, text: string) => Promise<void>;
}
