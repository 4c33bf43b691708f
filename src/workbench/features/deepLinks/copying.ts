// Copies links to work items: asks for the format, and lists the last used one first.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { editorAddress } from '../../../session/editorAddress.ts';
import { markdownLink } from '../../../session/linkText.ts';
import type { Session } from '../../../session/session.ts';
import { workItemPage } from '../../../session/webAddress.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { showStatus } from '../../ui/notifications.ts';
import type { ChosenItems } from '../quickEdit/quickEdit.ts';
import type { WorkItems } from '../workItems/items.ts';
import { copiedText, copyTitle, formLabel, type LinkForm } from './messages.ts';

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
    showStatus(copiedText(form, first.identifier, named.length), 3000);
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
      title: copyTitle(first.identifier, named.length),
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
