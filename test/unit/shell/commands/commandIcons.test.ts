// Tests that commands for one kind of record or field have the icon that trees and pickers show for it.
import { expect, it } from 'vitest';
import manifest from '../../../../package.json' with { type: 'json' };
import { KIND_ICONS } from '../../../../src/items/icons.ts';

it.each([['contrail.changeState', 'state']] as const)('The command %s has the icon of the kind %s', (id, kind) => {
  const command = manifest.contributes.commands.find(({ command }) => command === id);
  expect(command?.icon).toBe(`$(${KIND_ICONS[kind]})`);
});
