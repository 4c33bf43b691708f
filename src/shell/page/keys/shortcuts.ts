// The table of the page's keyboard shortcuts. Key handlers use it, and the dialog of shortcuts shows it.
import * as l10n from '@vscode/l10n';
import type { FieldView } from '../../../items/form/fieldProtocol.ts';

type ShortcutGroupName = 'page' | 'texts' | 'controls';

interface Shortcut {
  readonly group: ShortcutGroupName;
  /** `Mod` is Ctrl, or Command on macOS. */
  readonly keys: readonly string[];
  readonly label: () => string;
}

const SHORTCUTS = {
  showKeys: { group: 'page', keys: ['?'], label: () => l10n.t('Show keyboard shortcuts') },
  save: { group: 'page', keys: ['Mod+S'], label: () => l10n.t('Save') },
  undo: { group: 'page', keys: ['Mod+Z'], label: () => l10n.t('Undo') },
  redo: { group: 'page', keys: ['Mod+Y', 'Mod+Shift+Z'], label: () => l10n.t('Redo') },
  // VS Code handles these three, which package.json declares.
  goToWorkItem: { group: 'page', keys: ['Mod+K G'], label: () => l10n.t('Go to a work item') },
  comment: { group: 'page', keys: ['Mod+K A'], label: () => l10n.t('Comment in an input box') },
  openAsText: { group: 'page', keys: ['Alt+F2'], label: () => l10n.t('Open the page as text, for screen readers') },
  writeComment: { group: 'page', keys: ['C'], label: () => l10n.t('Write a comment') },
  edit: { group: 'texts', keys: ['Enter', 'E'], label: () => l10n.t('Edit the description') },
  stopEditing: { group: 'texts', keys: ['Escape'], label: () => l10n.t('Stop editing') },
  leaveText: { group: 'texts', keys: ['Tab'], label: () => l10n.t('Leave the text (press Escape first)') },
  submit: { group: 'texts', keys: ['Mod+Enter'], label: () => l10n.t('Send, save or create') },
  bold: { group: 'texts', keys: ['Mod+B'], label: () => l10n.t('Bold') },
  italic: { group: 'texts', keys: ['Mod+I'], label: () => l10n.t('Italic') },
  code: { group: 'texts', keys: ['Mod+E'], label: () => l10n.t('Code') },
  openField: {
    group: 'controls',
    keys: ['S', 'A', 'P', 'D', 'L'],
    label: () => l10n.t('Change the state, assignees, priority, due date or labels'),
  },
  assignToMe: { group: 'controls', keys: ['M'], label: () => l10n.t('Assign to me') },
  saveTitle: { group: 'controls', keys: ['Enter', 'Mod+Enter'], label: () => l10n.t('Save the title') },
  openList: { group: 'controls', keys: ['ArrowDown', 'ArrowUp'], label: () => l10n.t('Open a list of options') },
  pick: { group: 'controls', keys: ['Enter'], label: () => l10n.t('Select an option') },
  createSubItem: { group: 'controls', keys: ['Enter'], label: () => l10n.t('Create the sub-item') },
  close: { group: 'controls', keys: ['Escape'], label: () => l10n.t('Close a list, an input or a question') },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutName = keyof typeof SHORTCUTS;

/** Returns whether the pressed key opens the list of the field. */
export function isShortcutOfField(event: KeyboardEvent, { shortcut }: FieldView): boolean {
  return shortcut !== undefined && !event.altKey && isPressed(event, [shortcut]);
}

/** Returns the label of the field with the key that opens its list, if it has one: `State (S)`. */
export function labelWithShortcut({ label, shortcut }: FieldView): string {
  return shortcut === undefined ? label : l10n.t('{0} ({1})', label, shortcut);
}

/** Returns whether the keys of the shortcut are pressed. Without `Mod`, the state of Shift is ignored. */
export function isShortcut(event: KeyboardEvent, name: ShortcutName): boolean {
  const keys: readonly string[] = SHORTCUTS[name].keys;
  return !event.altKey && keys.some((key) => isPressed(event, key.split('+')));
}

/** Returns whether the keys `parts` are pressed. The last part is the name of the key; the others are `Mod` and `Shift`. */
export function isPressed({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, parts: readonly string[]): boolean {
  const needsModifier = parts[0] === 'Mod';
  return (
    parts.at(-1)?.toLowerCase() === key.toLowerCase() &&
    (ctrlKey || metaKey) === needsModifier &&
    (!needsModifier || shiftKey === parts.includes('Shift'))
  );
}

export interface ShortcutRow {
  /** The key combinations of the shortcut. Each combination is a list of key names. */
  readonly keys: readonly (readonly string[])[];
  readonly label: string;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly rows: readonly ShortcutRow[];
}

/** Returns all shortcuts in groups, with the names of the keys as they are on the keyboard. */
export function shortcutGroups(isMac: boolean): readonly ShortcutGroup[] {
  const groupTitles: Readonly<Record<ShortcutGroupName, string>> = {
    page: l10n.t('Page'),
    texts: l10n.t('Texts'),
    controls: l10n.t('Fields and Lists'),
  };
  const keyNames: Readonly<Record<string, string>> = {
    Mod: isMac ? '⌘' : 'Ctrl',
    ArrowDown: '↓',
    ArrowUp: '↑',
  };
  const shortcuts: readonly Shortcut[] = Object.values(SHORTCUTS);
  return (['page', 'texts', 'controls'] as const).map((group) => ({
    title: groupTitles[group],
    rows: shortcuts
      .filter((shortcut) => shortcut.group === group)
      .map(({ keys, label }) => ({
        keys: keys.map((key) => key.split('+').map((part) => keyNames[part] ?? part)),
        label: label(),
      })),
  }));
}
