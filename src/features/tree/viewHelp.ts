// The keyboard help of the views, which Alt+F1 opens.
// VS Code has a help of its own for views (`accessibilityHelpContent`), but only with proposed API.
import * as l10n from '@vscode/l10n';
import { COMMANDS, type CommandId } from '../../shell/commands/contributions.ts';

/** The part of package.json that the help is made of. VS Code translates titles as `{ value, original }`. */
export interface KeysOfManifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string | { readonly value: string };
    }[];
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
      readonly when?: string;
    }[];
  };
}

/** The argument of the key binding that shows the help of the Stickies view. */
const STICKIES_ARGUMENT = 'stickies';

const KEYS_ANYWHERE: readonly CommandId[] = [COMMANDS.goToWorkItem, COMMANDS.comment];

/** Returns the help as Markdown that is also readable as source: paragraphs and lists. */
export function viewHelpText(target: unknown, manifest: KeysOfManifest): string {
  return (target === STICKIES_ARGUMENT ? stickiesHelp() : treeHelp(manifest)).join('\n\n');
}

function stickiesHelp(): string[] {
  return [
    l10n.t(
      'Each sticky is an article with its name, its text and its buttons; Tab moves between them. In a formatted text, press Escape before Tab.',
    ),
    l10n.t('Changes are saved while you type, and kept as drafts until the server has them.'),
  ];
}

function treeHelp({ contributes: { commands, keybindings } }: KeysOfManifest): string[] {
  const titleOf = (id: string): string => {
    const title = commands.find(({ command }) => command === id)?.title ?? id;
    return typeof title === 'string' ? title : title.value;
  };
  const listOf = (isListed: (binding: (typeof keybindings)[number]) => boolean): string =>
    keybindings
      .filter(isListed)
      .map(({ command, key, mac }) => `- ${titleOf(command)}: ${keyText(key, mac)}`)
      .join('\n');
  return [
    l10n.t(
      'Rows are work items, projects, cycles and more. An arrow key moves between rows, and opens or closes a row with children. Enter opens the page of a row. Shift+F10 opens the menu of a row, with all its commands. Ctrl+F (macOS: Cmd+F) searches in the rows.',
    ),
    l10n.t('On the row that has the focus, or on all selected rows if it is one of them:'),
    listOf(({ when }) => when?.includes('listFocus') === true),
    l10n.t('Anywhere:'),
    listOf(({ command }) => KEYS_ANYWHERE.some((id) => id === command)),
    l10n.t('On the page of a work item, ? shows the keyboard shortcuts of the page.'),
    l10n.t('These are the default keys. They can be changed in the Keyboard Shortcuts editor of VS Code.'),
  ];
}

/** Returns `Ctrl+K G` for `ctrl+k g`. The host may run on another system than the window, so both keys are shown. */
function keyText(key: string, macKey: string | undefined): string {
  const name = (text: string): string => text.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return macKey === undefined ? name(key) : l10n.t('{0} (macOS: {1})', name(key), name(macKey));
}
