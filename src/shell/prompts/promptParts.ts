// Converts the icons and buttons of prompts to VS Code's icons and buttons.
import * as vscode from 'vscode';
import type { TreeIcon } from '../../items/icons.ts';
import { escapeCodiconsAndLinks } from './escape.ts';
import { BACK_BUTTON, type PromptButton } from './prompts.ts';

export function themeIcon({ id, color }: TreeIcon): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** The location beside the text of a box (`QuickInputButtonLocation.Input`), where VS Code 1.109 shows toggles. */
const BESIDE_TEXT = 3;

/** Maps each button of VS Code to the button of the prompt. An older `version` of VS Code shows a toggle as a button. */
export function buttonMap(
  buttons: readonly PromptButton[],
  version = vscode.version,
): Map<vscode.QuickInputButton, PromptButton> {
  return new Map(
    buttons.map((button) => [
      button === BACK_BUTTON
        ? vscode.QuickInputButtons.Back
        : {
            iconPath: new vscode.ThemeIcon(button.icon),
            tooltip: button.tooltip,
            ...(button.isOn !== undefined && isAtLeast(version, '1.109')
              ? { location: BESIDE_TEXT, toggle: { checked: button.isOn } }
              : {}),
          },
      button,
    ]),
  );
}

/** Shows a text above the rows, also while a typed text hides the placeholder. VS Code before 1.108 does not. */
export function setListPrompt(picker: object, text: string, version = vscode.version): void {
  if (isAtLeast(version, '1.108')) Object.assign(picker, { prompt: escapeCodiconsAndLinks(text) });
}

/** The version tells when an API is stable: before, VS Code has it and throws an error when it is used. */
function isAtLeast(version: string, first: string): boolean {
  return version.localeCompare(first, 'en', { numeric: true }) >= 0;
}
