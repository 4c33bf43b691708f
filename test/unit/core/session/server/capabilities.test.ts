// Tests that unsupported operations of a server are remembered for a week.
import { describe, expect, it } from 'vitest';
import { operations } from '../../../../../src/contract/operations.ts';
import { Capabilities, type CapabilityMemento } from '../../../../../src/core/session/server/capabilities.ts';
import { FakeClock } from '../../../../support/clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SERVER = 'https://plane.test';
const OTHER_SERVER = 'https://other.test/plane';

function createCapabilities(storedValues: Record<string, unknown> = {}) {
  const clock = new FakeClock();
  const memory: CapabilityMemento = {
    get: (key) => storedValues[key],
    // VS Code stores each value as JSON.
    update: async (key, value) => {
      storedValues[key] = JSON.parse(JSON.stringify(value));
    },
  };
  return { clock, storedValues, capabilities: new Capabilities(memory, clock), other: new Capabilities(memory, clock) };
}

describe('Capabilities', () => {
  it('remembers the unsupported operations of each server for every window', async () => {
    const { capabilities, other } = createCapabilities();
    await capabilities.rememberUnsupported(SERVER, 'listCustomers');
    await other.rememberUnsupported(SERVER, 'updateInitiative');
    await other.rememberUnsupported(OTHER_SERVER, 'listTeamspaceMembers');
    expect([...capabilities.unsupportedOperations(SERVER)]).toEqual(['listCustomers', 'updateInitiative']);
    expect([...capabilities.unsupportedOperations(OTHER_SERVER)]).toEqual(['listTeamspaceMembers']);
    expect(capabilities.unsupportedOperations('https://third.test').size).toBe(0);
  });

  it('forgets each unsupported operation a week after it was detected', async () => {
    const { clock, storedValues, capabilities } = createCapabilities();
    await capabilities.rememberUnsupported(SERVER, 'listCustomers');
    await clock.advance(5 * DAY_MS);
    await capabilities.rememberUnsupported(SERVER, 'updateCustomer');
    expect(capabilities.unsupportedOperations(SERVER).size).toBe(2);
    await clock.advance(2 * DAY_MS);
    expect([...capabilities.unsupportedOperations(SERVER)]).toEqual(['updateCustomer']);
    await clock.advance(5 * DAY_MS);
    expect(capabilities.unsupportedOperations(SERVER).size).toBe(0);
    await capabilities.rememberUnsupported(OTHER_SERVER, 'listCustomers');
    expect(Object.keys(storedValues['contrail.lacking'] as object)).toEqual([OTHER_SERVER]);
  });

  it('remembers only commercial operations as unsupported by the open-source edition', async () => {
    const { capabilities } = createCapabilities();
    await capabilities.rememberCommunityEdition(SERVER, '1.3.1');
    const unsupported = capabilities.unsupportedOperations(SERVER);
    expect([...unsupported]).toEqual(
      expect.arrayContaining(['listInitiatives', 'listCustomers', 'listTeamspaces', 'listEpics']),
    );
    expect([...unsupported].filter((name) => operations[name].edition !== 'commercial')).toEqual([]);
    expect(capabilities.unsupportedOperations(OTHER_SERVER).size).toBe(0);
  });

  it.each([
    ['there is no stored value', undefined],
    ['the stored value has another form', { [SERVER]: ['listCustomers'] }],
    ['the stored value is not an object', 'text'],
    ['the stored operation does not exist', { [SERVER]: { flyToTheMoon: 1, constructor: 1 } }],
    ['every server supports the stored operation', { [SERVER]: { listProjects: Date.UTC(2026, 10, 20) } }],
    ['the stored time is in the future', { [SERVER]: { listCustomers: Date.UTC(2030, 0, 1) } }],
  ])('returns no unsupported operation when %s', (_, value) => {
    expect(createCapabilities({ 'contrail.lacking': value }).capabilities.unsupportedOperations(SERVER).size).toBe(0);
  });
});
