// Tests the icons of tabs: of each kind of record, and of a work item's state.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATE_GROUPS } from '../../../../src/contract/resources/state.ts';
import { STATE_COLORS } from '../../../../src/contract/stateColors.ts';
import { GROUPINGS } from '../../../../src/items/fields.ts';
import { groupingIcon, KIND_ICONS } from '../../../../src/items/icons.ts';
import { TAB_STATE_COLORS, tabIcon, tabIconNameOf } from '../../../../src/shell/tree/tabIcon.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { root } from '../../../support/setup/paths.mjs';

const KINDS = [
  'project',
  'workItem',
  'epic',
  'cycle',
  'module',
  'state',
  'initiative',
  'teamspace',
  'customer',
] as const;

describe('The icons of kinds and groups', () => {
  it('are not `symbol-…` codicons, because VS Code gives each of these its own color', () => {
    const groupIcons = GROUPINGS.map((by) => groupingIcon(by).id);
    expect([...Object.values(KIND_ICONS), ...groupIcons].filter((icon) => icon.startsWith('symbol-'))).toEqual([]);
  });

  it('differ from kind to kind, except that both kinds of labels have the same icon', () => {
    const { initiativeLabel, ...icons } = KIND_ICONS;
    expect(initiativeLabel).toBe(icons.label);
    expect(new Set(Object.values(icons)).size).toBe(Object.keys(icons).length);
  });
});

describe('tabIcon', () => {
  it('returns a different image for each kind, for overviews and for each state, in light and dark themes', () => {
    const names = [...KINDS, 'customerRequest', 'sticky', 'overview', ...STATE_GROUPS, 'started1', 'started3'] as const;
    expect(new Set(names.flatMap((name) => [tabIcon(name).light, tabIcon(name).dark])).size).toBe(2 * names.length);
  });

  it('returns a complete SVG image without placeholders', () => {
    for (const name of [...Object.keys(KIND_ICONS), 'overview', ...STATE_GROUPS]) {
      const { light, dark } = tabIcon(name as (typeof KINDS)[number]);
      for (const image of [light, dark]) {
        expect(image).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
        expect(image).not.toMatch(/COLOR|BACK|undefined/);
      }
    }
  });

  it('uses the default value of the theme color that the trees use for the state', () => {
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const defaults = new Map<string, unknown>(
      contributes.colors.map((color: { id: string; defaults: object }) => [color.id, color.defaults]),
    );
    for (const group of STATE_GROUPS) {
      const [light, dark] = TAB_STATE_COLORS[group];
      expect(defaults.get(STATE_COLORS[group])).toMatchObject({ light, dark });
      expect(tabIcon(group).dark).toContain(dark);
    }
  });
});

describe('tabIconNameOf', () => {
  const setup = forEachTest(createSetup);
  const address = { kind: 'workItem', within: WEB_1.project, id: WEB_1.id } as const;

  it('returns the icon for the kind of the record until the state of a work item is loaded', () => {
    expect(tabIconNameOf(address, undefined)).toBe('workItem');
    expect(tabIconNameOf(address, setup.store)).toBe('workItem');
    expect(tabIconNameOf({ kind: 'cycle', within: WEB_1.project, id: 'c1' }, setup.store)).toBe('cycle');
  });

  it('returns the icon for the current state of a loaded work item', async () => {
    const { store } = setup;
    await setup.whileTimePasses(store.resources.workItems.readOne(WEB_1.id, WEB_1.project));
    expect(tabIconNameOf(address, store)).toBe('started');
    const states = await setup.whileTimePasses(store.resources.states.readAll(WEB_1.project));
    expect(states.filter(({ group }) => group === 'started')).toHaveLength(2);
    expect(tabIconNameOf(address, store)).toBe('started1');
    for (const group of ['completed', 'backlog'] as const) {
      const state = states.find((one) => one.group === group)?.id ?? '';
      await setup.whileTimePasses(store.resources.workItems.update(WEB_1.id, { state }, WEB_1.project));
      expect(tabIconNameOf(address, store)).toBe(group);
    }
  });
});
