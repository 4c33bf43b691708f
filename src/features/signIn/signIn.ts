// The sign-in: asks for the address of the workspace and the key, with a Back button.
// The server must accept the key before the key is stored.

import * as l10n from '@vscode/l10n';
import { needsHttpChoice } from '../../client/plainHttp.ts';
import type { SignInStep } from '../../core/session/checkSignIn.ts';
import { CLOUD_WEB, isSlug, parseServerAddress } from '../../core/session/server/webAddress.ts';
import type { Sessions, SignInOutcome } from '../../core/session/session.ts';
import {
  SignInAnswers,
  type SignInMethod,
  type SignInServer,
  type SignInTarget,
} from '../../core/session/signInAnswers.ts';
import { VIEWS } from '../../shell/commands/contributions.ts';
import { addressProblemText } from '../../shell/notifications/addressProblemText.ts';
import type { PromptButton, Prompts } from '../../shell/prompts/prompts.ts';
import { askAboutHttp } from './httpQuestion.ts';
import { keyBoxOptions, parseKey } from './keyBox.ts';
import { noServerText, notStoredText, signInFailureText } from './messages.ts';
import { askStepText, type StepAnswer, type StepHeader, type TextCheckResult } from './stepPrompts.ts';
import { askAboutStorage } from './storage.ts';

export interface SignInFlowDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  /** Returns the workspace that the folder's settings name. It is suggested if the user has not entered one. */
  readonly folderWorkspace: () => string | undefined;
}

export class SignInFlow {
  readonly #prompts: Prompts;
  readonly #sessions: Sessions;
  readonly #folderWorkspace: () => string | undefined;
  readonly #answers = new SignInAnswers();
  #problem: { readonly step: SignInStep; readonly message: string } | undefined;
  /** The servers for which the user has chosen http in this sign-in. */
  readonly #newHttpOrigins = new Set<string>();
  /** The first step that the user sees. Earlier steps are shown only if the user presses Back. */
  #firstStep: SignInStep = 'address';

  constructor({ prompts, sessions, folderWorkspace }: SignInFlowDeps) {
    this.#prompts = prompts;
    this.#sessions = sessions;
    this.#folderWorkspace = folderWorkspace;
  }

  /**
   * Asks for the address of the workspace, for the slug if the address lacks it, and for the key. With `cloud`, the
   * address is that of Plane Cloud. The inputs of an earlier sign-in are filled in, except for the key.
   */
  async run(service?: SignInServer): Promise<void> {
    if (service === 'local') {
      await this.openLocalWorkspace();
      return;
    }
    this.#answers.beginNextSignIn();
    if (service === 'cloud') this.#answers.set({ address: CLOUD_WEB });
    await this.#askFrom(service === 'cloud' ? 'workspace' : 'address');
  }

  /**
   * Signs in to the workspace of a link or of the folder's settings. Its address is filled in, and the user can change
   * it. The key must always be entered. If the user cancels, the target is not filled in the next time.
   */
  async runForTarget(target: SignInTarget): Promise<void> {
    const discardTarget = this.#answers.beginSignInTo(target);
    if ((await this.#askFrom('address')) === 'closed') discardTarget();
  }

  /** Asks for the key or token of the current session again. With Back, the user can change the address. */
  async askForSecretAgain(): Promise<void> {
    const { current } = this.#sessions;
    if (current?.profile.service !== 'remote') return this.run();
    const { baseUrl, workspace, profile } = current;
    await this.askForSecretOf({ baseUrl, workspace, method: profile.method });
  }

  /** Asks only for a key or token. With Back, the user can change the address. */
  async askForSecretOf(target: SignInTarget): Promise<void> {
    const discardTarget = this.#answers.beginSignInTo(target);
    if ((await this.#askFrom('secret')) === 'closed') discardTarget();
  }

  async #askFrom(firstStep: SignInStep): Promise<'done' | 'closed'> {
    this.#problem = undefined;
    this.#firstStep = firstStep;
    this.#newHttpOrigins.clear();
    let step: SignInStep | 'done' | 'closed' | 'local' = firstStep;
    while (step !== 'done' && step !== 'closed' && step !== 'local') step = await this.#ask(step);
    for (const origin of this.#newHttpOrigins) await this.#sessions.forgetUnusedHttpChoice(origin);
    if (step !== 'local') return step;
    await this.openLocalWorkspace();
    // The user did not sign in to the target of a link, so it is not suggested the next time.
    return 'closed';
  }

  /** Opens the local workspace. The user stays signed in to other accounts. Rejects with a LocalWorkspaceError. */
  async openLocalWorkspace(): Promise<void> {
    const options = { location: { viewId: VIEWS.projects }, title: l10n.t('Opening the sample workspace…') };
    await this.#prompts.progress(options, async () => {
      await this.#sessions.signInLocally(new AbortController().signal);
    });
  }

  async #ask(step: SignInStep): Promise<SignInStep | 'done' | 'closed' | 'local'> {
    const stepReply = await this.#askStep(step);
    if (stepReply === 'cancel') return 'closed';
    if (stepReply === 'back') return this.#stepBefore(step);
    if (stepReply.value === 'local') return 'local';
    if (this.#problem !== undefined && this.#problem.step !== step && step === 'secret') return this.#problem.step;
    // The error of the server is not shown again: the input that was just entered may have corrected it, and the server
    // checks all inputs again.
    if (step !== 'secret') this.#problem = undefined;
    return this.#stepAfter(step);
  }

  #askStep(step: SignInStep): Promise<StepAnswer<'entered' | 'local' | 'signedIn' | 'elsewhere'>> {
    switch (step) {
      case 'address':
        return this.#askAddress();
      case 'workspace':
        return this.#askWorkspace();
      case 'secret':
        return this.#askSecret();
      default:
        return step satisfies never;
    }
  }

  #askAddress(): Promise<StepAnswer<'entered' | 'local'>> {
    return askStepText(this.#prompts, this.#header('address', l10n.t('Sign In to Plane')), {
      prompt: l10n.t('Paste the address of any page of your workspace, on Plane Cloud or on your own server.'),
      placeholder: `${CLOUD_WEB}/acme`,
      text: this.#answers.address,
      problem: this.#problemAt('address'),
      alternative: {
        button: { id: 'local', icon: 'beaker', tooltip: l10n.t('Open Sample Workspace') },
        select: () => 'local',
      },
      accept: async (text, signal) => {
        const parsedAddress = parseServerAddress(text);
        if ('problem' in parsedAddress) return { problem: addressProblemText(parsedAddress) };
        if (!(await this.#mayUse(parsedAddress.baseUrl)))
          return { problem: addressProblemText({ problem: 'insecure' }) };
        const server = await this.#sessions.findServer(text, signal);
        if ('problem' in server) return { problem: addressProblemText(server) };
        if ('fault' in server) return { problem: noServerText(text, server.fault) };
        this.#answers.set({
          address: text.trim(),
          server,
          ...(server.workspace === undefined ? {} : { workspace: server.workspace }),
        });
        return { value: 'entered' };
      },
    });
  }

  #askWorkspace(): Promise<StepAnswer<'entered'>> {
    return askStepText(this.#prompts, this.#header('workspace', l10n.t('Sign In to Plane: Workspace')), {
      prompt: l10n.t("Slug of the workspace: the part of its web address after the server's name."),
      placeholder: 'my-team',
      text: this.#answers.workspace || (this.#folderWorkspace() ?? ''),
      problem: this.#problemAt('workspace'),
      onBack: (text) => {
        if (isSlug(text.trim())) this.#answers.set({ workspace: text.trim() });
      },
      accept: async (text) => {
        const address = parseServerAddress(text);
        if ('problem' in address && address.problem === 'key') return { problem: addressProblemText(address) };
        const pastedAddress = /[/.:]/.test(text) ? address : undefined;
        const slug =
          pastedAddress !== undefined && 'workspace' in pastedAddress ? pastedAddress.workspace : text.trim();
        if (slug === undefined || !isSlug(slug))
          return {
            problem: l10n.t('A slug contains only letters, digits, hyphens and underscores, for example my-team.'),
          };
        this.#answers.set({ workspace: slug });
        return { value: 'entered' };
      },
    });
  }

  async #askSecret(): Promise<StepAnswer<'signedIn' | 'elsewhere'>> {
    const baseUrl = this.#baseUrl();
    for (;;) {
      const secretAnswer = await this.#askSecretOf(this.#answers.method, baseUrl);
      if (typeof secretAnswer !== 'object') return secretAnswer;
      if (secretAnswer.value !== 'otherMethod') return { value: secretAnswer.value };
      this.#answers.set({ method: this.#answers.method === 'key' ? 'token' : 'key' });
    }
  }

  /** A typed key is never sent back to an input box. After a correction, the user must enter the key again. */
  #askSecretOf(method: SignInMethod, baseUrl: string): Promise<StepAnswer<'signedIn' | 'elsewhere' | 'otherMethod'>> {
    const { workspace } = this.#answers;
    const title = method === 'key' ? l10n.t('Sign In to Plane: API Key') : l10n.t('Sign In to Plane: Access Token');
    return askStepText(this.#prompts, this.#header('secret', title), {
      ...keyBoxOptions(method, baseUrl),
      problem: this.#problemAt('secret'),
      alternative: {
        button: otherMethodButton(method),
        select: () => 'otherMethod',
      },
      accept: async (text, signal) => {
        const pastedKey = parseKey(text, method);
        if ('problem' in pastedKey) return pastedKey;
        if (!(await this.#mayUse(baseUrl))) return { problem: addressProblemText({ problem: 'insecure' }) };
        const answers = { baseUrl, workspace, method, secret: pastedKey.secret };
        return this.#handleOutcome(
          await this.#sessions.signIn(answers, signal, (error) => askAboutStorage(this.#prompts, error)),
          workspace,
        );
      },
    });
  }

  /**
   * Shows an error of the key in its input box. Returns to the question whose input caused the error, if it was asked.
   */
  #handleOutcome(outcome: SignInOutcome, workspace: string): TextCheckResult<'signedIn' | 'elsewhere'> {
    this.#problem = undefined;
    if ('me' in outcome) return { value: 'signedIn' };
    if ('notStored' in outcome) return { problem: notStoredText(outcome.notStored) };
    const { fault } = outcome;
    const message = signInFailureText(outcome.step, fault, workspace);
    const step = outcome.step === 'workspace' && !this.#answers.needsSlug ? 'address' : outcome.step;
    if (step === 'secret' || !this.#askedSteps().includes(step)) return { problem: message };
    this.#problem = { step, message };
    return { value: 'elsewhere' };
  }

  /** Resolves with false if the server can be used only over http, and the user does not want this. */
  async #mayUse(baseUrl: string): Promise<boolean> {
    const { origin } = new URL(baseUrl);
    const { httpChoices } = this.#sessions;
    if (!needsHttpChoice(baseUrl) || httpChoices.isAllowed(origin)) return true;
    if (!(await askAboutHttp(this.#prompts, baseUrl))) return false;
    this.#newHttpOrigins.add(origin);
    await httpChoices.allow(origin);
    return true;
  }

  #problemAt(step: SignInStep): string | undefined {
    return this.#problem?.step === step ? this.#problem.message : undefined;
  }

  #baseUrl(): string {
    const { baseUrl } = this.#answers;
    if (baseUrl === undefined) throw new Error('the address was accepted although it cannot be read');
    return baseUrl;
  }

  #stepsInOrder(): readonly SignInStep[] {
    return this.#answers.needsSlug ? ['address', 'workspace', 'secret'] : ['address', 'secret'];
  }

  /** The steps from the first step that the user saw to the final step. */
  #askedSteps(): readonly SignInStep[] {
    const steps = this.#stepsInOrder();
    return steps.slice(Math.max(0, steps.indexOf(this.#firstStep)));
  }

  #stepAfter(step: SignInStep): SignInStep | 'done' {
    return this.#stepsInOrder()[this.#stepsInOrder().indexOf(step) + 1] ?? 'done';
  }

  #stepBefore(step: SignInStep): SignInStep {
    const previousStep = this.#stepsInOrder()[this.#stepsInOrder().indexOf(step) - 1] ?? 'address';
    if (!this.#askedSteps().includes(previousStep)) this.#firstStep = previousStep;
    return previousStep;
  }

  #header(step: SignInStep, title: string): StepHeader {
    const askedSteps = this.#askedSteps();
    const position = { step: askedSteps.indexOf(step) + 1, steps: askedSteps.length };
    return { title, position: askedSteps.length === 1 ? undefined : position, canGoBack: step !== 'address' };
  }
}

function otherMethodButton(method: SignInMethod): PromptButton {
  return method === 'key'
    ? { id: 'token', icon: 'shield', tooltip: l10n.t('Use an Access Token Instead') }
    : { id: 'key', icon: 'key', tooltip: l10n.t('Use an API Key Instead') };
}
