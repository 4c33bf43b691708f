// Tests that all messages of src/ can be translated: `l10n.t` gets literals when a text is shown.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messageCalls } from '../support/messageCalls.ts';
import { messagesFile, messagesText } from '../support/messages.ts';
import { filesBelow } from './sources.ts';

/** The files that set the translations and read them from VS Code. They use `l10n` in other ways. */
const TRANSLATION_FILES = new Set(['src/std/displayLanguage.ts', 'src/shell/translations.ts']);

const files = filesBelow('src', '.ts', '.tsx')
  .filter(({ path }) => !TRANSLATION_FILES.has(path))
  .map(({ path, text }) => ({ path, ...messageCalls(path, text) }));
const calls = files.flatMap(({ path, calls: found }) =>
  found.map((call) => ({ ...call, at: `${path}:${call.line}: ${call.source}` })),
);

describe('A message for the user', () => {
  it('is passed to l10n.t as a literal, or as an object with a literal message and a list of comments', () => {
    expect(calls.length).toBeGreaterThan(500);
    expect(calls.filter(({ message }) => message === undefined).map(({ at }) => at)).toEqual([]);
  });

  it('is translated when it is shown, not while a module is loaded', () => {
    expect(calls.filter(({ isAtModuleLevel: isEarly }) => isEarly).map(({ at }) => at)).toEqual([]);
  });

  it('is translated by a call of l10n.t, not of an alias, which a tool that exports messages would not find', () => {
    expect(files.flatMap(({ path, otherUses }) => otherUses.map((line) => `${path}:${line}`))).toEqual([]);
  });

  it('is in media/l10n/bundle.l10n.json (`npm run messages` updates it)', async () => {
    expect(readFileSync(messagesFile, 'utf8')).toBe(await messagesText());
  });
});

describe('messageCalls', () => {
  const L10N_IMPORT = "import * as l10n from '@vscode/l10n';\n";
  const parseCalls = (code: string) => messageCalls('a.tsx', L10N_IMPORT + code);

  it.each([
    ['a literal', "const a = () => l10n.t('One {0}', 1);", 'One {0}'],
    ['a literal with a comment', "const a = () => l10n.t({ message: 'Open', comment: ['Verb'] });", 'Open'],
    ['a template', 'const a = () => l10n.t(`One ${1}`);', undefined],
    ['a concatenation', "const a = () => l10n.t('One ' + 1);", undefined],
    ['a comment that is no list', "const a = () => l10n.t({ message: 'Open', comment: 'Verb' });", undefined],
  ])('returns the message of a call with %s', (_, code, message) => {
    expect(parseCalls(code).calls.map((call) => call.message)).toEqual([message]);
  });

  it.each([
    ['a constant', "const a = l10n.t('One');"],
    ['a callback that runs at once', "const a = [1].map(() => l10n.t('One'));"],
    ['a function that is called at once', "const a = (() => l10n.t('One'))();"],
    ['a static field', "class A { static a = l10n.t('One'); }"],
  ])('reports a message that is translated while the module is loaded: %s', (_, code) => {
    expect(parseCalls(code).calls.map(({ isAtModuleLevel: isEarly }) => isEarly)).toEqual([true]);
  });

  it.each([
    ['a function', "function a() { return l10n.t('One'); }"],
    ['a function in a table', "const a = { one: () => l10n.t('One') };"],
    ['a field', "class A { a = l10n.t('One'); }"],
    ['a callback in a function', "const a = () => [1].map(() => l10n.t('One'));"],
  ])('does not report a message that is translated in %s', (_, code) => {
    expect(parseCalls(code).calls.map(({ isAtModuleLevel: isEarly }) => isEarly)).toEqual([false]);
  });

  it.each([
    ['an alias', 'const { t } = l10n;'],
    ['a reference', "const a = l10n.t; a('One');"],
    ['another function', 'l10n.config({ contents: {} });'],
    ['VS Code’s own', "vscode.l10n.t('One');"],
  ])('returns the line of each use of l10n that is not a direct call of l10n.t: %s', (_, code) => {
    expect(parseCalls(code).otherUses).toEqual([2]);
  });
});
