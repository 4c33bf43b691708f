// Shows two versions of a text in VS Code's diff editor.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { COMPARE_SCHEME } from '../../../shell/ids.ts';
import { displayText } from '../../../std/displayName.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { TextComparison } from '../recordPage.ts';

/** Opens diffs. Their texts remain available until the window closes, because the tabs of diffs can stay open. */
export class Comparisons implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #textByUri = new Map<string, string>();
  #isRegistered = false;

  async show({ title, theirs, mine }: TextComparison): Promise<void> {
    this.#register();
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#store(l10n.t('Theirs'), theirs),
      this.#store(l10n.t('Mine'), mine),
      displayText(title),
      {
        preview: true,
      },
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Registers the provider of the texts. Called for the first comparison, not at activation. */
  #register(): void {
    if (this.#isRegistered) return;
    this.#isRegistered = true;
    const provideTextDocumentContent = (uri: vscode.Uri) => this.#textByUri.get(uri.toString());
    this.#disposables.add(
      vscode.workspace.registerTextDocumentContentProvider(COMPARE_SCHEME, { provideTextDocumentContent }),
    );
  }

  #store(side: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: COMPARE_SCHEME, path: `/${side}`, query: String(this.#textByUri.size) });
    this.#textByUri.set(uri.toString(), text);
    return uri;
  }
}
