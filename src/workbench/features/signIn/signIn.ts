// The sign-in: asks for the server, the workspace and the key, with a Back button.
// The server must accept the key before the key is stored.

import * as l10n from '@vscode/l10n';
import type { SignInStep } from '../../../session/checkSignIn.ts';
import { readPastedKey } from '../../../session/pastedKey.ts';
import type { Sessions, SignInOutcome } from '../../../session/session.ts';
import {
  SignInAnswers,
  type SignInMethod,
  type SignInServer,
  type SignInTarget,
} from '../../../session/signInAnswers.ts';
import { isSlug, keysPage, parseServerAddress } from '../../../session/webAddress.ts';
import { Secret } from '../../../std/secret.ts';
import { VIEWS } from '../../contributions.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { addressText, keyText, signInFailureText, storageText } from './messages.ts';
import { askStepRow, askStepText, type CheckedText, type StepAnswer, type StepHeader } from './stepPrompts.ts';
import { askAboutStorage } from './storage.ts';

type QuestionStep = 'service' | 'address' | 'workspace' | 'method' | 'secret';

function titleOf(step: QuestionStep): string {
  switch (step) {
    case 'service':
      return l10n.t('Sign In to Plane');
    case 'address':
      return l10n.t('Sign In to Plane: Server');
    case 'workspace':
      return l10n.t('Sign In to Plane: Workspace');
    case 'method':
      return l10n.t('Sign In to Plane: Method');
    case 'secret':
      return l10n.t('Sign In to Plane: API Key or Access Token');
    default:
      return step satisfies never;
  }
}

export interface SignInFlowDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  /** Returns the workspace that the folder's settings name. It is suggested if the user has not entered one. */
  readonly folderWorkspace: () => string | undefined;
}

export class SignIn {
  readonly #prompts: Prompts;
  readonly #sessions: Sessions;
  readonly #folderWorkspace: () => string | undefined;
  readonly #answers = new SignInAnswers();
  #problem: { readonly step: SignInStep; readonly sentence: string } | undefined;

  constructor({ prompts, sessions, folderWorkspace }: SignInFlowDeps) {
    this.#prompts = prompts;
    this.#sessions = sessions;
    this.#folderWorkspace = folderWorkspace;
  }

  /**
   * Asks all questions, except for the kind of server if `service` is defined. The inputs of an earlier sign-in are filled
   * in, except for the key.
   */
  async run(service?: SignInServer): Promise<void> {
    if (service === 'local') {
      await this.openLocalWorkspace();
      return;
    }
    this.#answers.begin();
    if (service !== undefined) this.#answers.set({ service });
    await this.#askFrom(service === undefined ? 'service' : this.#stepAfter('service'));
  }

  /**
   * Signs in to the workspace of a link or of the folder's settings. The workspace and the address of its server are
   * filled in, and the user can change them. The key must always be entered. If the user cancels, the target is not
   * filled in the next time.
   */
  async runAt(target: SignInTarget): Promise<void> {
    const discardTarget = this.#answers.beginAt(target);
    const result = await this.#askFrom(target.baseUrl === undefined ? 'service' : this.#stepAfter('service'));
    if (result === 'left') discardTarget();
  }

  /**
   * Asks for the key or token of the current session again. With Back, the user can change the server, the workspace
   * and the method.
   */
  async runAgain(): Promise<void> {
    const { current } = this.#sessions;
    if (current?.profile.service !== 'remote') return this.run();
    const { baseUrl, workspace, profile } = current;
    const discardTarget = this.#answers.beginAt({ baseUrl, workspace, method: profile.method });
    if ((await this.#askFrom('secret')) === 'left') discardTarget();
  }

  async #askFrom(step: QuestionStep | 'done'): Promise<'done' | 'left'> {
    this.#problem = undefined;
    let currentStep: QuestionStep | 'done' | 'left' = step;
    while (currentStep !== 'done' && currentStep !== 'left') currentStep = await this.#ask(currentStep);
    if (currentStep === 'done' && this.#answers.service === 'local')
      return (await this.openLocalWorkspace()) ? 'done' : 'left';
    return currentStep;
  }

  /**
   * Opens the local workspace. Asks for confirmation if this deletes a stored key, and resolves with false if the user
   * cancels. Rejects with a LocalWorkspaceError.
   */
  async openLocalWorkspace(): Promise<boolean> {
    if (!(await this.#confirmSignOut())) return false;
    const options = { location: { viewId: VIEWS.projects }, title: l10n.t('Opening the local workspace…') };
    await this.#prompts.progress(options, async () => {
      await this.#sessions.signInLocally(new AbortController().signal);
    });
    return true;
  }

  /**
   * Asks for confirmation if a key is stored: only one profile is stored, so opening the local workspace deletes it.
   */
  async #confirmSignOut(): Promise<boolean> {
    const { current } = this.#sessions;
    if (current?.profile.service !== 'remote') return true;
    const signOutButton = l10n.t('Sign Out and Open');
    const detail = l10n.t(
      'Signing out deletes the stored key for {0}. You need the key to sign in again. Drafts stay on this machine.',
      new URL(current.baseUrl).host,
    );
    const message = l10n.t('Sign out of {0} to open the local workspace?', current.workspace);
    return (await this.#prompts.confirm(message, detail, signOutButton)) === signOutButton;
  }

  async #ask(step: QuestionStep): Promise<QuestionStep | 'done' | 'left'> {
    const reply = await this.#askStep(step);
    if (reply === 'cancel') return 'left';
    if (reply === 'back') return this.#stepBefore(step);
    if (this.#problem !== undefined && this.#problem.step !== step && step === 'secret') return this.#problem.step;
    // Another input may have solved the problem that the server reported. The server checks all inputs again.
    if (step !== 'secret') this.#problem = undefined;
    return this.#stepAfter(step);
  }

  #askStep(step: QuestionStep): Promise<StepAnswer<unknown>> {
    switch (step) {
      case 'service':
        return this.#askService();
      case 'address':
        return this.#askAddress();
      case 'workspace':
        return this.#askWorkspace();
      case 'method':
        return this.#askMethod();
      case 'secret':
        return this.#askSecret();
      default:
        return step satisfies never;
    }
  }

  async #askService(): Promise<StepAnswer<SignInServer>> {
    const reply = await askStepRow<SignInServer>(
      this.#prompts,
      this.#header('service'),
      l10n.t('Select the server of the workspace'),
      [
        {
          label: l10n.t('Plane Cloud'),
          detail: l10n.t('The server at app.plane.so'),
          icon: { id: 'cloud' },
          value: 'cloud',
        },
        {
          label: l10n.t('Self-hosted'),
          detail: l10n.t("Your own server or your company's"),
          icon: { id: 'server' },
          value: 'selfHosted',
        },
        {
          label: l10n.t('Local workspace'),
          detail: l10n.t('On this machine, with sample data; no account needed'),
          icon: { id: 'device-desktop' },
          value: 'local',
        },
      ],
      this.#answers.service,
    );
    if (typeof reply === 'object') this.#answers.set({ service: reply.value });
    return reply;
  }

  #askAddress(): Promise<StepAnswer<string>> {
    return askStepText(this.#prompts, this.#header('address'), {
      prompt: l10n.t('Address of the server, or of any page of the workspace.'),
      placeholder: 'https://plane.example.com',
      text: this.#answers.address,
      problem: this.#problemAt('address'),
      accept: async (text) => {
        const parsed = parseServerAddress(text);
        if ('problem' in parsed) return { problem: addressText(parsed) };
        this.#answers.set({
          address: text.trim(),
          ...(parsed.workspace === undefined ? {} : { workspace: parsed.workspace }),
        });
        return { value: text };
      },
    });
  }

  #askWorkspace(): Promise<StepAnswer<string>> {
    return askStepText(this.#prompts, this.#header('workspace'), {
      prompt: l10n.t("Slug of the workspace: the part of its web address after the server's name."),
      placeholder: 'my-team',
      text: this.#answers.workspace || (this.#folderWorkspace() ?? ''),
      problem: this.#problemAt('workspace'),
      accept: async (text) => {
        const pasted = /[/.:]/.test(text) ? parseServerAddress(text) : undefined;
        const slug = pasted !== undefined && 'workspace' in pasted ? pasted.workspace : text.trim();
        if (slug === undefined || !isSlug(slug))
          return {
            problem: l10n.t('A slug contains only letters, digits, hyphens and underscores, for example my-team.'),
          };
        this.#answers.set({ workspace: slug });
        return { value: slug };
      },
    });
  }

  async #askMethod(): Promise<StepAnswer<SignInMethod>> {
    const reply = await askStepRow<SignInMethod>(
      this.#prompts,
      this.#header('method'),
      l10n.t('Select how to sign in'),
      [
        {
          label: l10n.t('API key'),
          detail: l10n.t('Created in your profile settings, under personal access tokens'),
          icon: { id: 'key' },
          value: 'key',
        },
        {
          label: l10n.t('Access token'),
          detail: l10n.t('An OAuth token issued to an application for you'),
          icon: { id: 'shield' },
          value: 'token',
        },
      ],
      this.#answers.method,
    );
    if (typeof reply === 'object') this.#answers.set({ method: reply.value });
    return reply;
  }

  #askSecret(): Promise<StepAnswer<'signedIn' | 'elsewhere'>> {
    const { method, workspace } = this.#answers;
    const baseUrl = this.#baseUrl();
    const { host } = new URL(baseUrl);
    return askStepText(this.#prompts, this.#header('secret'), {
      prompt:
        method === 'token'
          ? l10n.t("Access token for {0}. It is kept in VS Code's secret storage and sent only to this server.", host)
          : l10n.t("API key for {0}. It is kept in VS Code's secret storage and sent only to this server.", host),
      placeholder: method === 'token' ? 'pln_…' : 'plane_api_…',
      text: '',
      isPassword: true,
      problem: this.#problemAt('secret'),
      page: {
        title: l10n.t('Open the page where API keys are created'),
        url: keysPage(baseUrl),
      },
      accept: async (text, signal) => {
        const pasted = readPastedKey(text);
        if ('problem' in pasted) return { problem: keyText(pasted.problem, method ?? 'key') };
        const answers = { baseUrl, workspace, method: method ?? 'key', secret: new Secret(pasted.key) };
        return this.#handleOutcome(
          await this.#sessions.signIn(answers, signal, (error) => askAboutStorage(this.#prompts, error)),
          workspace,
        );
      },
    });
  }

  /** Shows an error of the key in its input box. Returns to an earlier question if its input caused the error. */
  #handleOutcome(outcome: SignInOutcome, workspace: string): CheckedText<'signedIn' | 'elsewhere'> {
    this.#problem = undefined;
    if ('me' in outcome) return { value: 'signedIn' };
    if ('notStored' in outcome)
      return { problem: l10n.t('Not signed in. VS Code could not store the key. {0}', storageText(outcome.notStored)) };
    const { step, fault } = outcome;
    const sentence = signInFailureText(step, fault, workspace);
    // The user did not enter the address of Plane Cloud, so an error of this address is shown in the current input box.
    if (step === 'secret' || (step === 'address' && this.#answers.service === 'cloud')) return { problem: sentence };
    this.#problem = { step, sentence };
    return { value: 'elsewhere' };
  }

  #problemAt(step: SignInStep): string | undefined {
    return this.#problem?.step === step ? this.#problem.sentence : undefined;
  }

  #baseUrl(): string {
    const { baseUrl } = this.#answers;
    if (baseUrl === undefined) throw new Error('the address was accepted although it cannot be read');
    return baseUrl;
  }

  #stepsInOrder(): readonly QuestionStep[] {
    if (this.#answers.service === 'local') return ['service'];
    if (this.#answers.service === 'cloud') return ['service', 'workspace', 'method', 'secret'];
    return ['service', 'address', 'workspace', 'method', 'secret'];
  }

  #stepAfter(step: QuestionStep): QuestionStep | 'done' {
    return this.#stepsInOrder()[this.#stepsInOrder().indexOf(step) + 1] ?? 'done';
  }

  #stepBefore(step: QuestionStep): QuestionStep {
    return this.#stepsInOrder()[this.#stepsInOrder().indexOf(step) - 1] ?? 'service';
  }

  #header(step: QuestionStep): StepHeader {
    const steps = this.#stepsInOrder();
    const index = steps.indexOf(step);
    const position = { step: index + 1, steps: Math.max(steps.length, 4) };
    return { title: titleOf(step), position, canGoBack: index > 0 };
  }
}
