// Copies links to work items: asks for the format, and lists the last used one first.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { editorAddress } from '../../../session/editorAddress.ts';
import { markdownLink } from '../../../session/linkText.ts';
import type { Session } from '../../../session/session.ts';
import { workItemPage } from '../../../session/webAddress.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { plural } from '../../../std/plural.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { showStatus } from '../../ui/notifications.ts';
import type { ChosenItems } from '../quickEdit/quickEdit.ts';
import type { WorkItems } from '../workItems/items.ts';

type LinkForm = 'web' | 'editor' | 'markdown';

const FORMS: readonly LinkForm[] = ['web', 'editor', 'markdown'];
const ICONS: Readonly<Record<LinkForm, string>> = { web: 'globe', editor: 'window', markdown: 'markdown' };
const REMEMBERED = 'form of copied links';

interface Named {
  readonly identifier: string;
  readonly name: string;
}

export interface LinkCopiesDeps {
  readonly items: WorkItems;
  readonly memory: vscode.Memento;
  readonly extension: string;
}

export class LinkCopies {
  readonly #deps: LinkCopiesDeps;

  constructor(deps: LinkCopiesDeps) {
    this.#deps = deps;
  }

  /** Copies one line for each work item. */
  async copy({ session, addresses }: ChosenItems): Promise<void> {
    const named: Named[] = [];
    for (const address of addresses) named.push(await this.#deps.items.named({ session, address }));
    const [first] = named;
    if (first === undefined) return;
    const form = await this.#ask(session, named, first);
    if (form === undefined) return;
    await this.#deps.memory.update(REMEMBERED, form);
    await vscode.env.clipboard.writeText(named.map((one) => this.#write(form, session, one)).join('\n'));
    showStatus(named.length === 1 ? copiedText(form, first.identifier) : copiedManyText(form, named.length), 3000);
  }

  async #ask(session: Session, named: readonly Named[], first: Named): Promise<LinkForm | undefined> {
    const local = isLocal(session);
    const last = this.#deps.memory.get<unknown>(REMEMBERED);
    const rows = FORMS.filter((form) => form !== 'web' || !local)
      .sort((one, other) => Number(other === last) - Number(one === last))
      .map((form) => ({
        label: `$(${ICONS[form]}) ${formLabel(form)}`,
        detail: escapeCodicons(this.#write(form, session, first)),
        form,
      }));
    const picked = await vscode.window.showQuickPick(rows, {
      title: named.length === 1 ? l10n.t('Copy Link to {0}', first.identifier) : copyManyTitle(named.length),
      placeHolder: local
        ? l10n.t('The local workspace has no web pages. Its links open in VS Code, on this machine only.')
        : l10n.t('Select the kind of link'),
    });
    return picked?.form;
  }

  #write(form: LinkForm, session: Session, { identifier, name }: Named): string {
    if (form === 'markdown')
      return markdownLink(
        `${identifier} ${name}`,
        this.#write(isLocal(session) ? 'editor' : 'web', session, { identifier, name }),
      );
    const { baseUrl, workspace } = session;
    if (form === 'web') return workItemPage(baseUrl, workspace, identifier);
    const editor = { scheme: vscode.env.uriScheme, extension: this.#deps.extension };
    return editorAddress(editor, { baseUrl: isLocal(session) ? undefined : baseUrl, workspace, identifier });
  }
}

function isLocal({ profile }: Session): boolean {
  return profile.service === 'local';
}

function formLabel(form: LinkForm): string {
  switch (form) {
    case 'web':
      return l10n.t('Web Address');
    case 'editor':
      return l10n.t('Editor Address');
    case 'markdown':
      return l10n.t('Markdown');
    default:
      return form satisfies never;
  }
}

function copyManyTitle(count: number): string {
  return plural(count, {
    one: l10n.t('Copy Link to {0} Work Item', formatCount(count)),
    other: l10n.t('Copy Links to {0} Work Items', formatCount(count)),
  });
}

function copiedText(form: LinkForm, identifier: string): string {
  switch (form) {
    case 'web':
      return l10n.t('Copied the web address of {0}', identifier);
    case 'editor':
      return l10n.t('Copied the editor address of {0}', identifier);
    case 'markdown':
      return l10n.t('Copied the Markdown link of {0}', identifier);
    default:
      return form satisfies never;
  }
}

function copiedManyText(form: LinkForm, count: number): string {
  const shown = formatCount(count);
  switch (form) {
    case 'web':
      return plural(count, {
        one: l10n.t('Copied the web address of {0} work item', shown),
        other: l10n.t('Copied the web addresses of {0} work items', shown),
      });
    case 'editor':
      return plural(count, {
        one: l10n.t('Copied the editor address of {0} work item', shown),
        other: l10n.t('Copied the editor addresses of {0} work items', shown),
      });
    case 'markdown':
      return plural(count, {
        one: l10n.t('Copied the Markdown link of {0} work item', shown),
        other: l10n.t('Copied the Markdown links of {0} work items', shown),
      });
    default:
      return form satisfies never;
  }
}
