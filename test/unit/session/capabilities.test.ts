// Tests of what is remembered about servers, and that it expires.
import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/contract/operations.ts';
import { Capabilities, type CapabilityMemory } from '../../../src/session/capabilities.ts';
import { FakeClock } from '../../support/clock.ts';

const DAY = 24 * 60 * 60 * 1000;
const HERE = 'https://plane.test';
const THERE = 'https://other.test/plane';

function remembering(held: Record<string, unknown> = {}) {
  const clock = new FakeClock();
  const memory: CapabilityMemory = {
    get: (key) => held[key],
    // VS Code stores it as JSON.
    update: async (key, value) => {
      held[key] = JSON.parse(JSON.stringify(value));
    },
  };
  return { clock, held, capabilities: new Capabilities(memory, clock), other: new Capabilities(memory, clock) };
}

describe('Capabilities', () => {
  it('remembers an unsupported operation for its server, in every window', async () => {
    const { capabilities, other } = remembering();
    await capabilities.remember(HERE, 'listCustomers');
    await other.remember(HERE, 'updateInitiative');
    await other.remember(THERE, 'listTeamspaceMembers');
    expect([...capabilities.unsupportedAt(HERE)]).toEqual(['listCustomers', 'updateInitiative']);
    expect([...capabilities.unsupportedAt(THERE)]).toEqual(['listTeamspaceMembers']);
    expect(capabilities.unsupportedAt('https://third.test').size).toBe(0);
  });

  it('forgets an unsupported operation after a week, each separately', async () => {
    const { clock, held, capabilities } = remembering();
    await capabilities.remember(HERE, 'listCustomers');
    await clock.advance(5 * DAY);
    await capabilities.remember(HERE, 'updateCustomer');
    expect(capabilities.unsupportedAt(HERE).size).toBe(2);
    await clock.advance(2 * DAY);
    expect([...capabilities.unsupportedAt(HERE)]).toEqual(['updateCustomer']);
    await clock.advance(5 * DAY);
    expect(capabilities.unsupportedAt(HERE).size).toBe(0);
    await capabilities.remember(THERE, 'listCustomers');
    expect(Object.keys(held['contrail.lacking'] as object)).toEqual([THERE]);
  });

  it('remembers exactly the commercial operations as unsupported for the open-source edition', async () => {
    const { capabilities } = remembering();
    await capabilities.rememberCommunity(HERE);
    const unsupported = capabilities.unsupportedAt(HERE);
    expect([...unsupported]).toEqual(
      expect.arrayContaining(['listInitiatives', 'listCustomers', 'listTeamspaces', 'listEpics']),
    );
    expect([...unsupported].filter((name) => operations[name].edition !== 'commercial')).toEqual([]);
    expect(capabilities.unsupportedAt(THERE).size).toBe(0);
  });

  it('forgets all operations of a server on request', async () => {
    const { capabilities } = remembering();
    await capabilities.remember(HERE, 'listCustomers');
    await capabilities.remember(THERE, 'listCustomers');
    await capabilities.forget(HERE);
    expect([capabilities.unsupportedAt(HERE).size, capabilities.unsupportedAt(THERE).size]).toEqual([0, 1]);
  });

  it.each([
    ['nothing is stored', undefined],
    ['it has another shape', { [HERE]: ['listCustomers'] }],
    ['it is not an object', 'text'],
    ['the table has no such operation', { [HERE]: { flyToTheMoon: 1, constructor: 1 } }],
    ['every server has the operation', { [HERE]: { listProjects: Date.UTC(2026, 10, 20) } }],
    ['it is dated in the future', { [HERE]: { listCustomers: Date.UTC(2030, 0, 1) } }],
  ])('returns no operation when %s', (_, value) => {
    expect(remembering({ 'contrail.lacking': value }).capabilities.unsupportedAt(HERE).size).toBe(0);
  });
});
