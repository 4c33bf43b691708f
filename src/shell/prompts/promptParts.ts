// Converts the icons and buttons of prompts to VS Code's icons and buttons.
import * as vscode from 'vscode';
import type { TreeIcon } from '../../items/icons.ts';
import { BACK_BUTTON, type PromptButton } from './prompts.ts';

export function themeIcon({ id, color }: TreeIcon): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** Maps each button of VS Code to the button of the prompt. */
export function buttonMap(buttons: readonly PromptButton[]): Map<vscode.QuickInputButton, PromptButton> {
  return new Map(
    buttons.map((button) => [
      button === BACK_BUTTON
        ? vscode.QuickInputButtons.Back
        : { iconPath: new vscode.ThemeIcon(button.icon), tooltip: button.tooltip },
      button,
    ]),
  );
}
