// Moves the focus through a page with the keyboard in end-to-end tests, and reads which control has it.
import type { Frame } from 'playwright-core';
import { until } from '../support/until.ts';

export interface FocusedControl {
  readonly name: string;
  /** Whether the focus is visible. */
  readonly isFocusVisible: boolean;
}

/**
 * Calls `step` until the focus leaves the page or reaches the control named `last`. Resolves with the controls that had
 * the focus.
 */
export async function focusedControls(
  frame: Frame,
  step: () => Promise<void>,
  last?: string,
): Promise<FocusedControl[]> {
  const controls = [await currentControl(frame)];
  for (let steps = 0; steps < 100; steps += 1) {
    await step();
    let control = await currentControl(frame);
    // A control that gets the focus may be replaced by another control, which gets the focus in a later frame.
    for (let attempt = 0; attempt < 30 && control.name === ''; attempt += 1) {
      await frame.evaluate(() => new Promise(requestAnimationFrame));
      control = await currentControl(frame);
    }
    if (control.name === '') return controls;
    controls.push(control);
    if (control.name === last) return controls;
  }
  throw new Error(`Tab walks in circles: ${controls.map(({ name }) => name).join(', ')}`);
}

/** Returns the focused element; its name is empty if no element of the page has the focus. */
export async function currentControl(frame: Frame): Promise<FocusedControl> {
  return frame.evaluate(() => {
    const focused = document.activeElement;
    if (!document.hasFocus() || !(focused instanceof HTMLElement) || focused === document.body)
      return { name: '', isFocusVisible: false };
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : focused.closest('label');
    const name = focused.ariaLabel ?? label?.textContent.trim() ?? focused.textContent.trim();
    const probe = document.body.appendChild(document.createElement('i'));
    const hasForcedColors = matchMedia('(forced-colors: active)').matches;
    probe.style.color = hasForcedColors ? 'Highlight' : 'var(--vscode-focusBorder)';
    const focusColor = getComputedStyle(probe).color;
    probe.remove();
    const focusRingCandidates = [focused, focused.closest('.rich-text'), focused.closest('label')].filter(
      (one) => one !== null,
    );
    const isFocusVisible = focusRingCandidates.some((one) => {
      const { outlineStyle, outlineWidth, outlineColor, borderTopColor } = getComputedStyle(one);
      return (
        borderTopColor === focusColor ||
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && outlineColor === focusColor)
      );
    });
    return { name, isFocusVisible };
  });
}

/** Presses Tab until the control with this name has the focus. */
export async function tabTo(frame: Frame, name: string | RegExp): Promise<void> {
  await until(`Tab to reach ${name}`, async () => {
    const current = (await currentControl(frame)).name;
    if (typeof name === 'string' ? current === name : name.test(current)) return true;
    await frame.page().keyboard.press('Tab');
    return false;
  });
}
