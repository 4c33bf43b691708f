// Starts the sign-in of one window with scripted prompts, and answers its steps.
import type { NetworkConfiguration } from '../../../../src/client/network/network.ts';
import { SignInFlow } from '../../../../src/features/signIn/signIn.ts';
import { ScriptedPrompts, type ScriptedTextBox } from '../../../support/scriptedPrompts.ts';
import { SessionsSetup, type Window } from '../../core/session/setup.ts';

export const ADDRESS_PROMPT = 'Paste the address';
export const WORKSPACE_PROMPT = 'Slug of the workspace';
export const KEY_PROMPT = 'API key for';

interface TypedAnswers {
  readonly address: string;
  readonly workspace: string;
}

export class SignInSetup implements AsyncDisposable {
  readonly sessionsSetup: SessionsSetup;
  readonly window: Window;
  readonly prompts = new ScriptedPrompts();
  readonly signIn: SignInFlow;
  /** The workspace that the folder's settings name. */
  folderWorkspace: string | undefined;

  private constructor(sessionsSetup: SessionsSetup, network: NetworkConfiguration | undefined) {
    this.sessionsSetup = sessionsSetup;
    this.window = sessionsSetup.window(network === undefined ? {} : { network });
    this.signIn = new SignInFlow({
      prompts: this.prompts,
      sessions: this.window.sessions,
      folderWorkspace: () => this.folderWorkspace,
    });
  }

  static async open(network?: NetworkConfiguration): Promise<SignInSetup> {
    return new SignInSetup(await SessionsSetup.open(), network);
  }

  /** Everything in the secret storage, as text. */
  get storedSecrets(): string {
    return this.sessionsSetup.secrets.text;
  }

  /** Enters the URL and the workspace, and returns the box for the key. */
  async answerUntilKey({ address, workspace }: TypedAnswers): Promise<ScriptedTextBox> {
    (await this.prompts.textBox(ADDRESS_PROMPT)).enter(address);
    return this.answerFromWorkspace(workspace);
  }

  /** Enters the workspace, and returns the box for the key. */
  async answerFromWorkspace(workspace?: string): Promise<ScriptedTextBox> {
    (await this.prompts.textBox(WORKSPACE_PROMPT)).enter(workspace);
    return this.prompts.textBox(KEY_PROMPT);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sessionsSetup[Symbol.asyncDispose]();
  }
}
