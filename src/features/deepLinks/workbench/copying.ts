// Copies links to work items: asks for the format, and lists the most recently used format first.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatItemLink } from '../../../core/session/itemLink.ts';
import { markdownLink } from '../../../core/session/markdownLink.ts';
import { workItemUrl } from '../../../core/session/server/webAddress.ts';
import type { Session } from '../../../core/session/session.ts';
import type { ChosenItems } from '../../../shell/itemPicker/chosenItems.ts';
import type { WorkItemPicker } from '../../../shell/itemPicker/workItemPicker.ts';
import { chooseRow } from '../../../shell/prompts/ask.ts';
import { showStatus } from '../../../shell/prompts/notifications.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { copiedText, type LinkFormat, linkFormatLabel, linkPickerTitle } from '../messages.ts';

const LINK_FORMATS: readonly LinkFormat[] = ['web', 'editor', 'markdown'];
const ICONS: Readonly<Record<LinkFormat, string>> = { web: 'globe', editor: 'window', markdown: 'markdown' };
const LAST_FORMAT_KEY = 'form of copied links';

interface NamedItem {
  readonly identifier: string;
  readonly name: string;
  /** Id of the comment that the link leads to. */
  readonly comment?: string | undefined;
}

export interface LinkCopierDeps {
  readonly prompts: Prompts;
  readonly items: WorkItemPicker;
  readonly memory: vscode.Memento;
  readonly extensionId: string;
}

export class LinkCopier {
  readonly #deps: LinkCopierDeps;

  constructor(deps: LinkCopierDeps) {
    this.#deps = deps;
  }

  /** Copies the links, one on each line. `comment` is the id of a comment that the links lead to. */
  async copy({ session, addresses }: ChosenItems, comment?: string): Promise<void> {
    const namedItems: NamedItem[] = [];
    for (const address of addresses)
      namedItems.push({ ...(await this.#deps.items.readNameAndIdentifier({ session, address })), comment });
    const [firstItem] = namedItems;
    if (firstItem === undefined) return;
    const format = await this.#askForm(session, namedItems, firstItem);
    if (format === undefined) return;
    await this.#deps.memory.update(LAST_FORMAT_KEY, format);
    await vscode.env.clipboard.writeText(namedItems.map((item) => this.#formatLink(format, session, item)).join('\n'));
    showStatus(copiedText(format, firstItem.identifier, namedItems.length), 3000);
  }

  async #askForm(
    session: Session,
    namedItems: readonly NamedItem[],
    firstItem: NamedItem,
  ): Promise<LinkFormat | undefined> {
    const isLocalSession = isLocal(session);
    const lastUsedFormat = this.#deps.memory.get<unknown>(LAST_FORMAT_KEY);
    const choices = LINK_FORMATS.filter((format) => format !== 'web' || !isLocalSession)
      .sort((item, other) => Number(other === lastUsedFormat) - Number(item === lastUsedFormat))
      .map((format) => ({
        label: linkFormatLabel(format),
        icon: { id: ICONS[format] },
        detail: this.#formatLink(format, session, firstItem),
        value: format,
      }));
    const pickedRow = await chooseRow(this.#deps.prompts, choices, {
      title: linkPickerTitle(firstItem.identifier, namedItems.length),
      placeholder: isLocalSession
        ? l10n.t('The sample workspace has no web pages. Its links open in VS Code, on this machine only.')
        : l10n.t('Select the kind of link'),
    });
    return pickedRow?.value;
  }

  #formatLink(format: LinkFormat, session: Session, { identifier, name, comment }: NamedItem): string {
    if (format === 'markdown')
      return markdownLink(
        `${identifier} ${name}`,
        this.#formatLink(isLocal(session) ? 'editor' : 'web', session, { identifier, name, comment }),
      );
    const { baseUrl, workspace } = session;
    if (format === 'web') return workItemUrl(baseUrl, workspace, identifier, comment);
    const editor = { scheme: vscode.env.uriScheme, extension: this.#deps.extensionId };
    return formatItemLink(editor, { baseUrl: isLocal(session) ? undefined : baseUrl, workspace, identifier, comment });
  }
}

function isLocal({ profile }: Session): boolean {
  return profile.service === 'local';
}
