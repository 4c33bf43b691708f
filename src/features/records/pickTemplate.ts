// Lets the user start a new work item from a template of the settings.
import * as l10n from '@vscode/l10n';
import type { Session } from '../../core/session/session.ts';
import { parseTemplates, type Template, type TemplateSettings } from '../../items/form/template.ts';
import type { FieldValues } from '../../items/form/values.ts';
import { chooseRow, type OnBack, type ValueRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { displayName } from '../../std/displayName.ts';
import { formatList } from '../../std/formatText.ts';
import { isSameName, valuesFromTemplate } from './templateValues.ts';

export interface TemplateDeps {
  readonly prompts: Prompts;
  readonly templateSettings: () => TemplateSettings;
  readonly loadMarkdownToHtml: () => Promise<(markdown: string) => string>;
}

/**
 * Resolves with the values of the template that the user picks. Resolves with no values if the user picks no template,
 * or if the settings have no template for the project. Resolves with undefined if the user cancels.
 */
export async function pickTemplate(
  { prompts, templateSettings, loadMarkdownToHtml }: TemplateDeps,
  session: Session,
  project: string,
  onBack: OnBack | undefined,
): Promise<FieldValues | undefined> {
  const { identifier, name } = session.store.project(project) ?? {};
  const templates = parseTemplates(templateSettings()).filter(
    (template) =>
      'problem' in template ||
      template.project === undefined ||
      [identifier, name].some((candidate) => isSameName(candidate, template.project ?? '')),
  );
  if (templates.length === 0) return {};
  const rows: ValueRow<Template | undefined>[] = templates.map((template) =>
    'problem' in template
      ? { label: template.name, description: template.problem, icon: { id: 'error' } }
      : { label: template.name, description: template.title ?? '', icon: { id: 'file' }, value: template },
  );
  const pickedRow = await chooseRow(prompts, [{ label: l10n.t('No Template'), value: undefined }, ...rows], {
    title: l10n.t('Create Work Item from Template'),
    placeholder: l10n.t('Select a template'),
    onBack,
  });
  if (pickedRow === undefined) return undefined;
  if (pickedRow.value === undefined) return {};
  const { values, missingNames } = await valuesFromTemplate(
    session,
    project,
    pickedRow.value,
    await loadMarkdownToHtml(),
  );
  if (missingNames.length > 0) {
    const names = formatList(missingNames.map((one) => displayName(one)));
    const template = displayName(pickedRow.value.name);
    void prompts.notify(
      'warning',
      l10n.t('The project does not have these values of the template “{0}”: {1}.', template, names),
    );
  }
  return values;
}
