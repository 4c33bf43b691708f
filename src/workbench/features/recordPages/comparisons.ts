// Owns the comparison of two texts in VS Code's own diff editor.
import * as vscode from 'vscode';
import type { Comparison } from '../../../pages/record/recordPage.ts';
import { displayText } from '../../../std/displayName.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { COMPARE_SCHEME } from '../../ids.ts';

/** Texts shown so far stay readable for as long as the window lives: their tabs may be come back to. */
export class Comparisons implements Disposable {
  readonly #held = new Disposables();
  readonly #texts = new Map<string, string>();
  #isRegistered = false;

  async show({ title, theirs, mine }: Comparison): Promise<void> {
    this.#register();
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#keep('Theirs', theirs),
      this.#keep('Yours', mine),
      displayText(title),
      {
        preview: true,
      },
    );
  }

  dispose(): void {
    this.#held.dispose();
  }

  /** At the first comparison: nothing of it burdens activation. */
  #register(): void {
    if (this.#isRegistered) return;
    this.#isRegistered = true;
    const provideTextDocumentContent = (uri: vscode.Uri) => this.#texts.get(uri.toString());
    this.#held.add(
      vscode.workspace.registerTextDocumentContentProvider(COMPARE_SCHEME, { provideTextDocumentContent }),
    );
  }

  #keep(side: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: COMPARE_SCHEME, path: `/${side}`, query: String(this.#texts.size) });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}
