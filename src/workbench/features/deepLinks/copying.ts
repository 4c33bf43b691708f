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

type LinkForm = 'web' | 'editor' | 'markdown';

interface Form {
  readonly label: string;
  readonly icon: string;
  /** Used as in `Copied the web address of WEB-12`. */
  readonly one: string;
  readonly many: string;
}

const FORMS: Readonly<Record<LinkForm, Form>> = {
  web: { label: 'Web Address', icon: 'globe', one: 'web address', many: 'web addresses' },
  editor: { label: 'Editor Address', icon: 'window', one: 'editor address', many: 'editor addresses' },
  markdown: { label: 'Markdown', icon: 'markdown', one: 'Markdown link', many: 'Markdown links' },
};
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
    const { one, many } = FORMS[form];
    const what =
      named.length === 1
        ? l10n.t('{0} of {1}', one, first.identifier)
        : l10n.t('{0} of {1} work items', many, named.length);
    showStatus(l10n.t('Copied the {0}', what), 3000);
  }

  async #ask(session: Session, named: readonly Named[], first: Named): Promise<LinkForm | undefined> {
    const local = isLocal(session);
    const last = this.#deps.memory.get<unknown>(REMEMBERED);
    const offered = (Object.keys(FORMS) as LinkForm[]).filter((form) => form !== 'web' || !local);
    const rows = offered
      .sort((one, other) => Number(other === last) - Number(one === last))
      .map((form) => ({
        label: `$(${FORMS[form].icon}) ${FORMS[form].label}`,
        detail: escapeCodicons(this.#write(form, session, first)),
        form,
      }));
    const picked = await vscode.window.showQuickPick(rows, {
      title:
        named.length === 1
          ? l10n.t('Copy Link to {0}', first.identifier)
          : l10n.t('Copy Links to {0} Work Items', named.length),
      placeHolder: local
        ? l10n.t('The local workspace has no web pages: its links open in the editor, on this machine only')
        : l10n.t('Which kind of link?'),
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
