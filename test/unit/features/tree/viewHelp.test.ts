// Tests the keyboard help of the views.
import { describe, expect, it } from 'vitest';
import { type KeysOfManifest, viewHelpText } from '../../../../src/features/tree/viewHelp.ts';
import { readManifest } from '../../../support/manifest.ts';

const manifest = readManifest() as KeysOfManifest;

describe('The keyboard help of a tree view', () => {
  const help = viewHelpText(undefined, manifest);

  it('lists the keys on a row with the titles of their commands', () => {
    for (const line of ['- Change State…: Shift+Alt+S', '- Assign to Me: Shift+Alt+M', '- Change Work Item…: F2'])
      expect(help.split('\n')).toContain(line);
  });

  it('lists the keys that work anywhere, with those of macOS', () => {
    expect(help.split('\n')).toContain('- Go to Work Item…: Ctrl+K G (macOS: Cmd+K G)');
    expect(help.split('\n')).toContain('- Undo Last Change: Ctrl+Z (macOS: Cmd+Z)');
  });

  it('shows titles that VS Code has translated', () => {
    const translated: KeysOfManifest = {
      contributes: {
        commands: [{ command: 'contrail.change', title: { value: 'Ändern' } }],
        keybindings: [{ command: 'contrail.change', key: 'f2', when: 'listFocus' }],
      },
    };
    expect(viewHelpText(undefined, translated)).toContain('- Ändern: F2');
  });

  it('of Stickies explains how to move in a sticky', () => {
    expect(viewHelpText('stickies', manifest)).toContain('press Escape before Tab');
  });
});
