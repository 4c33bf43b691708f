// Tests how a record is found by the name that a language model uses.
import { describe, expect, it } from 'vitest';
import { findByName } from '../../../src/agents/nameLookup.ts';

const states = ['Backlog', 'Todo', 'In Progress', 'In Review', 'Done'].map((name) => ({ id: name, names: [name] }));
const members = [
  { id: 'a', names: ['Ada', 'Ada Lovelace', 'ada@example.com'] },
  { id: 'b', names: ['Ada', 'Ada Byron', 'byron@example.com'] },
  { id: 'c', names: ['Charles', 'Charles Babbage', 'charles@example.com'] },
];

describe('findByName', () => {
  it('ignores letter case and repeated spaces, and treats full-width characters like their ASCII equivalents', () => {
    expect(findByName('state', states, ' in   PROGRESS ').id).toBe('In Progress');
    expect(findByName('state', states, 'ＴＯＤＯ').id).toBe('Todo');
  });

  it('ignores hidden characters, which the model has not read', () => {
    const hidden = [{ id: 'h', names: ['Do\u200Bne\u{E0041}'] }];
    expect(findByName('label', hidden, 'Done').id).toBe('h');
  });

  it('finds a user by full name or email address', () => {
    expect(findByName('member', members, 'charles babbage').id).toBe('c');
    expect(findByName('member', members, 'byron@example.com').id).toBe('b');
  });

  it('throws an error that suggests similar names if no record has the name', () => {
    expect(() => findByName('state', states, 'progress')).toThrow(
      'There is no state “progress”. Did you mean “In Progress”?',
    );
    expect(() => findByName('state', states, 'Tood')).toThrow('Did you mean “Todo”?');
  });

  it('throws an error that lists all names if no name is similar', () => {
    expect(() => findByName('state', states, 'xyz')).toThrow(
      'There is no state “xyz”. There are: “Backlog”, “Todo”, “In Progress”, “In Review”, “Done”.',
    );
  });

  it.each([
    ['tod', ['Todo'], 'Did you mean “Todo”?'],
    ['xodx', ['Todo'], 'Did you mean “Todo”?'],
    ['xodxx', ['Todo'], 'There are: “Todo”.'],
    ['dne', ['Done'], 'Did you mean “Done”?'],
    ['xxe', ['Done'], 'There are: “Done”.'],
    ['abxdefxhixkl', ['abcdefghijkl'], 'Did you mean “abcdefghijkl”?'],
    ['axxxefxhixkl', ['abcdefghijkl'], 'There are: “abcdefghijkl”.'],
    ['In Prgress', ['Done', 'In Progres', 'In Progress'], 'Did you mean “In Progress”, “In Progres”?'],
    ['q', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], 'Did you mean “a”, “b”, “c”, “d”, “e”, “f”, “g”, “h”?'],
    ['zzzz', Array.from({ length: 8 }, () => 'longer name'), '“longer name”.'],
    ['zzzz', Array.from({ length: 9 }, () => 'longer name'), '“longer name”, ….'],
  ])('suggests for %s, of %j, %s', (name, names, text) => {
    const records = names.map((one, index) => ({ id: `${index}`, names: [one] }));
    expect(() => findByName('state', records, name)).toThrow(text);
  });

  it('throws an error that lists all names of each matching record if several records have the name', () => {
    expect(() => findByName('member', members, 'ada')).toThrow(/“Ada Lovelace”.*“Ada Byron”/);
  });

  it('throws an error that says that the project has no records of the requested kind', () => {
    expect(() => findByName('label', [], 'bug')).toThrow('There is no label “bug”: the project has none.');
  });
});
