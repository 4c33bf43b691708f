// Compares two texts in VS Code's diff editor.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Comparison } from '../../../pages/record/recordPage.ts';
import { displayText } from '../../../std/displayName.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { COMPARE_SCHEME } from '../../ids.ts';

/** Texts stay readable until the window closes, because the user can return to their tabs. */
export class Comparisons implements Disposable {
  readonly #disposables = new Disposables();
  readonly #texts = new Map<string, string>();
  #isRegistered = false;

  async show({ title, theirs, mine }: Comparison): Promise<void> {
    this.#register();
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#keep(l10n.t('Theirs'), theirs),
      this.#keep(l10n.t('Yours'), mine),
      displayText(title),
      {
        preview: true,
      },
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Registers the provider at the first comparison, not at activation. */
  #register(): void {
    if (this.#isRegistered) return;
    this.#isRegistered = true;
    const provideTextDocumentContent = (uri: vscode.Uri) => this.#texts.get(uri.toString());
    this.#disposables.add(
      vscode.workspace.registerTextDocumentContentProvider(COMPARE_SCHEME, { provideTextDocumentContent }),
    );
  }

  #keep(side: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: COMPARE_SCHEME, path: `/${side}`, query: String(this.#texts.size) });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}
