// What a page shows until its script has loaded: the title and the fields of a record, as text.
import * as l10n from '@vscode/l10n';
import type { FieldView } from '../../items/form/fieldProtocol.ts';
import type { PageModel } from '../../shell/protocol/messages.ts';
import { displayText, isolateText } from '../../std/displayName.ts';
import { escapeHtml } from '../../std/text.ts';
import { fieldText } from './accessibleText.ts';

/**
 * Returns HTML without attributes that contain data. It has the classes of the page, so that little moves when the page
 * replaces it. Returns '' for a page that shows no record.
 */
export function firstHtml(model: PageModel): string {
  const [title, ...fields] = model.fields;
  if (model.status !== 'ready' || model.isNew || title === undefined) return '';
  const rows = fields
    .filter(({ kind }) => kind !== 'richText' && kind !== 'plainText' && kind !== 'lines' && kind !== 'json')
    .map((field) => ({ field, text: fieldText(field) }))
    .filter(({ field, text }) => text !== '' || field.isSecondary !== true);
  const chips = rows.filter(({ field, text }) => field.shortcut !== undefined && text !== '');
  return `<div class="first-page" aria-busy="true">
<div class="top"><header class="header"><div class="header-top"><h1 class="identifier">${html(model.identifier)}</h1>
<span class="project" dir="auto">${html(model.placeName)}</span></div>
<div class="field"><div class="name-text" dir="auto">${html(String(title.value ?? ''))}</div></div><p class="history">&nbsp;</p></header></div>
<div class="columns"><div class="field-chips chips">${chips.map(({ text, field }) => `<span class="chip">${icon(field)}${label(text)}</span>`).join('')}</div>
<div class="properties is-collapsed">${rows.map(row).join('\n')}</div>
<div class="main"><div><span class="bone"></span><span class="bone bone-short"></span></div></div></div></div>`;
}

function row({ field, text }: { readonly field: FieldView; readonly text: string }): string {
  const value = text === '' ? `<span class="dimmed">${html(l10n.t('None'))}</span>` : `${icon(field)}${label(text)}`;
  return `<div class="field"><div class="field-head"><span class="field-label">${html(field.label)}</span></div><div class="input opener"><span class="opener-value">${value}</span></div></div>`;
}

function label(text: string): string {
  return `<span class="choice-label" dir="auto">${html(text)}</span>`;
}

/** Returns the space of the icon of a choice. */
function icon({ kind, choices = [] }: FieldView): string {
  const hasIcon =
    kind === 'choice' && choices.some((choice) => choice.icon !== undefined || choice.color !== undefined);
  return hasIcon ? '<span class="choice-icon"></span>' : '';
}

/** Returns text of other people as the page shows it: without misleading characters, and escaped. */
function html(text: string): string {
  return escapeHtml(isolateText(displayText(text)));
}
