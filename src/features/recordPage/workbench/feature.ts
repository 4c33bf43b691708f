// The commands of the active record page.
import { alwaysAvailable } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { RecordPanels } from './panels.ts';

export interface RecordPageCommandDeps {
  readonly panels: RecordPanels;
  /** Shows a Markdown text as a read-only document. */
  showText(title: string, text: string): Promise<void>;
}

export function createRecordPage({ panels, ...deps }: RecordPageCommandDeps) {
  return {
    commands: {
      // Runs on Ctrl+S. Errors are shown on the page.
      [COMMANDS.save]: alwaysAvailable(async () => void (await panels.active?.recordPage.save())),
      [COMMANDS.showPageKeys]: alwaysAvailable(async () => panels.active?.recordPage.showKeyboardShortcuts()),
      [COMMANDS.openAsText]: alwaysAvailable(async () => {
        const document = await panels.active?.recordPage.accessibleDocument();
        if (document !== undefined) await deps.showText(document.title, document.text);
      }),
    },
  };
}
