// Asks for the project and the target account of a copy, reads data from both accounts, and shows the plan.
import * as l10n from '@vscode/l10n';
import type { Client } from '../../client/api/client.ts';
import { type CopyPlan, type PlanResult, planCopy, writeOperationsOf } from '../../copy/plan.ts';
import { readSource } from '../../copy/readSource.ts';
import type { SourceProject } from '../../copy/source.ts';
import { readTargetInfo, type TargetInfo } from '../../copy/targetInfo.ts';
import type { Session } from '../../core/session/session.ts';
import { recordOf } from '../../shell/commands/commandTarget.ts';
import { askInTwoSteps, askText, chooseRow, type OnBack } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { pickFromList } from '../../shell/recordPicker/pickRecord.ts';
import { choicesOfKind } from '../../shell/recordPicker/recordChoices.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import type { CopyAccount, CopyAccountList } from './deps.ts';
import { blockerText, planText } from './messages.ts';

/**
 * Resolves with the project of the command's target, or with a project that the user picks. Resolves with undefined if
 * the user cancels.
 */
export async function chooseProject(prompts: Prompts, session: Session, target: unknown): Promise<string | undefined> {
  return (
    projectOfTarget(target) ??
    pickFromList(prompts, choicesOfKind(session.store, 'project'), {
      title: l10n.t('Copy Project'),
      kind: 'project',
    })
  );
}

/** Returns the id of the project that a command received; undefined if the user must pick a project. */
export function projectOfTarget(target: unknown): string | undefined {
  const address = recordOf(target);
  return address?.kind === 'project' ? address.id : undefined;
}

/** Lets the user pick the target account of the copy. Resolves with undefined if the user cancels. */
export async function chooseAccount(
  prompts: Prompts,
  accounts: CopyAccountList,
  onBack: OnBack | undefined,
): Promise<CopyAccount | undefined> {
  const rows = (await accounts.list()).map((account) => ({
    label: account.label,
    description: account.description,
    value: account,
  }));
  const chosenRow = await chooseRow(prompts, rows, {
    title: l10n.t('Copy Project: Account'),
    placeholder: l10n.t('Select the account to copy to'),
    matchedProperties: ['description'],
    onBack,
  });
  return chosenRow?.value;
}

interface CopyFacts {
  readonly source: SourceProject;
  readonly target: TargetInfo;
}

/**
 * Reads the project and the data of the target account while showing progress. Rejects with an ApiError if a request
 * fails or the user cancels.
 */
export function readCopyFacts(prompts: Prompts, from: Client, to: Client, project_id: string): Promise<CopyFacts> {
  return prompts.progress(
    { title: l10n.t('Reading the project…'), location: 'notification', isCancellable: true },
    async (report, signal) => {
      const source = await readSource({
        client: from,
        project_id,
        signal,
        onProgress: (read, total) =>
          report({
            message: l10n.t('{0} of {1} work items', formatCount(read), formatCount(total)),
            increment: read === 0 ? 0 : 100 / total,
          }),
      });
      const target = await readTargetInfo({ client: to, writes: writeOperationsOf(source), signal });
      return { source, target };
    },
  );
}

const IDENTIFIER_PROBLEMS = ['identifierTaken', 'invalidName'];

/** Returns the identifier, if necessary with a number from 2 to 9. If none of these is free, returns the identifier. */
function freeIdentifier(identifier: string, problemOf: (candidate: string) => string | undefined): string {
  const candidates = [identifier, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${identifier}${number}`)];
  return candidates.find((candidate) => problemOf(candidate) === undefined) ?? identifier;
}

/** Asks for a name and an identifier that are free on the target. Resolves with undefined if the user cancels. */
async function askNames(prompts: Prompts, facts: CopyFacts): Promise<PlanResult | undefined> {
  const problemOf = (names: { readonly name?: string; readonly identifier?: string }, kinds: readonly string[]) => {
    const blocker = planCopy({ ...facts, ...names }).blockers.find(({ kind }) => kinds.includes(kind));
    return blocker === undefined ? undefined : blockerText(blocker);
  };
  const { source } = facts;
  const enteredNames = {
    name:
      problemOf({ name: source.name }, ['nameTaken']) === undefined ? source.name : l10n.t('{0} (copy)', source.name),
    identifier: freeIdentifier(source.identifier, (identifier) => problemOf({ identifier }, IDENTIFIER_PROBLEMS)),
  };
  return askInTwoSteps(
    () =>
      askText(
        prompts,
        {
          title: l10n.t('Copy Project: Name'),
          prompt: l10n.t('Name of the new project'),
          text: enteredNames.name,
          position: { step: 1, steps: 2 },
        },
        (text) => problemOf({ name: text, identifier: 'A' }, ['nameTaken', 'invalidName']),
      ),
    async (name, onBack) => {
      enteredNames.name = name;
      const identifier = await askText(
        prompts,
        {
          title: l10n.t('Copy Project: Identifier'),
          prompt: l10n.t('Identifier of the new project'),
          text: enteredNames.identifier,
          position: { step: 2, steps: 2 },
          onBack: (text) => {
            enteredNames.identifier = text;
            onBack();
          },
        },
        (text) => problemOf({ name, identifier: text }, IDENTIFIER_PROBLEMS),
      );
      return identifier === undefined ? undefined : planCopy({ ...facts, name, identifier });
    },
  );
}

/**
 * Asks for another name if necessary, and asks whether to copy according to the plan. Resolves with the plan, or with
 * undefined if the user cancels. If the project cannot be copied, shows the reason and resolves with undefined.
 */
export async function confirmPlan(
  prompts: Prompts,
  facts: CopyFacts,
  account: CopyAccount,
): Promise<CopyPlan | undefined> {
  const firstResult = planCopy(facts);
  const isNameProblem = (kind: string): boolean => ['nameTaken', 'identifierTaken', 'invalidName'].includes(kind);
  const otherBlockers = firstResult.blockers.filter(({ kind }) => !isNameProblem(kind));
  if (otherBlockers.length > 0) {
    void prompts.notify('error', l10n.t("The project can't be copied. {0}", otherBlockers.map(blockerText).join(' ')));
    return undefined;
  }
  const result = firstResult.blockers.length === 0 ? firstResult : await askNames(prompts, facts);
  if (result === undefined) return undefined;
  const copyButton = l10n.t('Copy Project');
  const chosenButton = await prompts.confirm(
    l10n.t('Copy “{0}” to {1} as “{2}”?', facts.source.name, account.name, result.plan.project.name),
    planText(result.plan),
    copyButton,
  );
  return chosenButton === copyButton ? result.plan : undefined;
}
