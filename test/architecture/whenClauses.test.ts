// Tests the conditions of package.json, and that it uses nothing that needs proposed API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTEXT_KEYS, PANELS, VIEWS } from '../../src/shell/commands/contributions.ts';
import { root } from '../support/setup/paths.mjs';
import { proposalsIn } from './proposals.ts';
import { parseWhenClause, requires, type Term, termsOf, type WhenClause } from './whenClause.ts';

const content: { contributes: Record<string, unknown> } & Record<string, unknown> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The context keys of VS Code that package.json may use: each is set by VS Code 1.103 and 1.139. */
const KEYS_OF_VSCODE = new Set(
  `
  activeEditor activeWebviewPanelId chatIsEnabled commentController commentThreadIsEmpty editorHasDefinitionProvider editorHasSelection editorIsOpen editorTextFocus focusedView inputFocus
  isLinux listFocus resourceScheme testResultState view viewItem
  `
    .trim()
    .split(/\s+/),
);

interface Condition {
  readonly path: string;
  readonly text: string;
}

/** Returns all when clauses and enablement clauses below `part`, and the clauses of `onContext:` events. */
function conditionsIn(part: unknown, path: string): readonly Condition[] {
  if (typeof part === 'string') {
    const isCondition = /\.(?:when|enablement)$/.test(path);
    const text = isCondition ? part : /^onContext:(?<clause>.*)$/s.exec(part)?.groups?.['clause'];
    return text === undefined ? [] : [{ path, text }];
  }
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => conditionsIn(value, `${path}.${name}`));
}

const conditions = conditionsIn(content.contributes, '');
const parsed = conditions.flatMap(({ path, text }) => {
  const clause = clauseOf(text);
  return clause instanceof Error ? [] : [{ path, text, clause }];
});
const settings = new Set(
  [content.contributes['configuration']].flat().flatMap((group) => Object.keys(Object(group).properties)),
);

function clauseOf(text: string): WhenClause | Error {
  try {
    return parseWhenClause(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const isInOwnView = ({ key, operator, value }: Term): boolean =>
  (key === 'view' || key === 'focusedView') &&
  ((operator === '==' && Object.values(VIEWS).some((id) => id === value)) ||
    (operator === '=~' && value instanceof RegExp && value.source.startsWith('^contrail\\.')));

describe('A when clause', () => {
  it.each([
    'a',
    '!a',
    'a && b || c',
    '!(a || b) && c',
    "a == 'two words' && b != c",
    'a =~ /^x\\/[/)]$/i && b',
    'a in b && c not in d',
    'a >= 2 && b < 3',
    "a == 'x' && true",
    'a == failed.unauthorized',
  ])('is read: %s', (text) => {
    expect(clauseOf(text)).not.toBeInstanceOf(Error);
  });

  it.each([
    'a !~ /x/',
    'a ~= /x/',
    'a === b',
    'a = b',
    'a & b',
    'a | b',
    'a and b',
    'a b',
    '!a == b',
    '!!a',
    'a &&',
    '',
    '(a',
    'a)',
    "a == 'b",
    'a =~ x',
    "a =~ 'x'",
    'a =~ /x',
    'a =~ /(/',
    'a =~ /x/g',
    'a =~ /x//',
    'a not b',
    'a < b',
    "'a' == b",
  ])('is rejected: %s', (text) => {
    expect(clauseOf(text)).toBeInstanceOf(Error);
  });
});

describe('The conditions of package.json', () => {
  it('have no mistake', () => {
    expect(conditions.length).toBeGreaterThan(200);
    const mistakes = conditions.map(({ text }) => clauseOf(text)).filter((clause) => clause instanceof Error);
    expect(mistakes.map(({ message }) => message)).toEqual([]);
  });

  it('use only context keys and settings that exist', () => {
    const ownKeys = new Set<string>(Object.values(CONTEXT_KEYS));
    const isKnown = (key: string): boolean =>
      ownKeys.has(key) || KEYS_OF_VSCODE.has(key) || (key.startsWith('config.') && settings.has(key.slice(7)));
    const unknownKeys = parsed.flatMap(({ path, clause }) =>
      termsOf(clause)
        .filter(({ key }) => !isKnown(key))
        .map(({ key }) => `${path}: ${key}`),
    );
    expect(unknownKeys).toEqual([]);
  });

  it('compare with ids of panels and views that exist', () => {
    const ids: Readonly<Record<string, readonly string[]>> = {
      activeWebviewPanelId: Object.values(PANELS),
      view: Object.values(VIEWS),
      focusedView: Object.values(VIEWS),
    };
    const missesAll = (term: Term): boolean => {
      const { value } = term;
      if (value === undefined) return false;
      return ids[term.key]?.some((id) => (value instanceof RegExp ? value.test(id) : value === id)) === false;
    };
    const unknownIds = parsed.flatMap(({ path, clause }) =>
      termsOf(clause)
        .filter(missesAll)
        .map(({ key, value }) => `${path}: ${key} ${String(value)}`),
    );
    expect(unknownIds).toEqual([]);
  });

  it('show an entry in the menus of trees only in the views of Contrail', () => {
    const menus: Readonly<Record<string, readonly { when?: string }[]>> = Object(content.contributes['menus']);
    const entries = [...(menus['view/title'] ?? []), ...(menus['view/item/context'] ?? [])];
    expect(entries.length).toBeGreaterThan(50);
    const isLimited = ({ when = 'true' }): boolean => {
      const clause = clauseOf(when);
      return !(clause instanceof Error) && requires(clause, isInOwnView);
    };
    expect(entries.filter((entry) => !isLimited(entry))).toEqual([]);
  });
});

describe('package.json', () => {
  it('uses nothing that VS Code ignores without proposed API', () => {
    expect(proposalsIn(content)).toEqual([]);
  });

  it.each([
    [{ enabledApiProposals: ['css'] }, 'enabledApiProposals'],
    [{ contributes: { menus: { 'scm/inputBox': [] } } }, 'menus.scm/inputBox'],
    [{ contributes: { menus: { 'comments/comment/editorActions': [] } } }, 'menus.comments/comment/editorActions'],
    [{ contributes: { menus: { 'new/menu': [] } } }, 'menus.new/menu'],
    [{ contributes: { views: { own: [{ accessibilityHelpContent: '' }] } } }, 'views.own.accessibilityHelpContent'],
    [{ contributes: { views: { remote: [] } } }, 'views.remote'],
    [{ contributes: { viewsWelcome: [{ view: 'a', group: 'b' }] } }, 'viewsWelcome.group'],
    [{ contributes: { statusBarItems: [] } }, 'statusBarItems'],
    [{ contributes: { chatContext: [] } }, 'chatContext'],
    [{ contributes: { newPoint: [] } }, 'newPoint'],
    [{ contributes: { languageModelTools: [{ name: 'vscode_a' }] } }, 'languageModelTools.vscode_a'],
  ])('with %j uses a proposal', (manifestPart, proposal) => {
    expect(proposalsIn(manifestPart)).toEqual([proposal]);
  });
});
