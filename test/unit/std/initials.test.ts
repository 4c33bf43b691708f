// Tests the initials of users, in rows and beside comments.
import { describe, expect, it } from 'vitest';
import { initialsOf } from '../../../src/std/formatText.ts';

describe('The initials of', () => {
  it.each([
    ['Ada Park', 'AP'],
    ['ada', 'A'],
    ['Jean Luc de la Tour', 'JT'],
    ['  (Ops) bot ', 'OB'],
    ['李 小龙', '李小'],
    ['𝒜da Park', '𝒜P'],
    ['🤖', ''],
    ['', ''],
  ])('%j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
