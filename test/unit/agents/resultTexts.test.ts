// Tests the texts in which a tool tells a language model how its call ended.
import { describe, expect, it } from 'vitest';
import { faultText, uncertaintyText } from '../../../src/agents/faultText.ts';
import { codeSearchText, failureResult, mentionCountNote, outcomeText } from '../../../src/agents/resultTexts.ts';
import type { Fault } from '../../../src/client/apiError.ts';

const NOW = 1_800_000_000_000;
const UNCERTAIN = /^The change may have happened nevertheless\. /;
const lost: Fault = { kind: 'network', reason: 'lost', host: 'plane.example', detail: '' };
const refused: Fault = { ...lost, reason: 'refused' };
const rejected: Fault = { kind: 'rejected', status: 400, detail: 'Too long.', fields: {} };

describe('The text about a failed request', () => {
  it.each<[Fault, string]>([
    [lost, 'The server cannot be reached. The user may be offline. Only the user can fix this.'],
    [{ kind: 'timeout', afterMs: 1000 }, 'The server did not respond in time.'],
    [{ kind: 'cancelled' }, 'Canceled.'],
    [rejected, 'The server rejected the request (status 400): “Too long.”'],
    [{ ...rejected, detail: '' }, 'The server rejected the request (status 400).'],
    [{ kind: 'notFound', isRouteMissing: true, detail: '' }, 'This server does not support this.'],
    [{ kind: 'notFound', isRouteMissing: false, detail: '' }, 'It does not exist, or the user has no access to it.'],
    [
      { kind: 'rateLimited', until: NOW + 1500 },
      'The rate limit of the server is reached. Call the tool again in 2 seconds.',
    ],
    [
      { kind: 'rateLimited', until: NOW - 5000 },
      'The rate limit of the server is reached. Call the tool again in 1 second.',
    ],
    [
      { kind: 'intercepted', status: 200, title: 'Sign in' },
      'Something in front of Plane answered (status 200): “Sign in”. Only the user can fix this.',
    ],
    [
      { kind: 'intercepted', status: 403, title: '' },
      'Something in front of Plane answered (status 403). Only the user can fix this.',
    ],
    [{ kind: 'serverError', status: 500, detail: '' }, 'The server failed (status 500).'],
    [
      { kind: 'invalidRequest', fields: { name: 'Empty.', state: 'Wrong.' } },
      'A value is invalid: name: “Empty.”; state: “Wrong.”',
    ],
  ])('for %j says what failed', (fault, text) => {
    expect(faultText(fault, NOW)).toBe(text);
  });

  it.each([
    ['v0.9', /^Plane 0\.9 is too old: Contrail needs /],
    ['', /^This version of Plane is too old: /],
  ])('names the version %j of an outdated server', (version, text) => {
    expect(faultText({ kind: 'outdated', version }, NOW)).toMatch(text);
  });

  it('warns that a change may have happened only if the server may have received it', () => {
    expect(uncertaintyText(lost)).toMatch(UNCERTAIN);
    expect(uncertaintyText(refused)).toBe('');
    expect(failureResult(refused, NOW, false)).toBe(faultText(refused, NOW));
    expect(failureResult(refused, NOW, true)).toMatch(/fix this\. The change may have happened nevertheless\./);
    expect(failureResult(lost, NOW, true).match(/may have happened/g)).toHaveLength(1);
  });
});

it('The outcome of a change names the field in words', () => {
  expect(outcomeText('description_html', { kind: 'done' }, NOW)).toBe('description: changed');
  expect(outcomeText('start_date', { kind: 'ignored' }, NOW)).toBe(
    'start date: the server accepted the change but kept another value',
  );
  expect(outcomeText('name', { kind: 'failed', fault: rejected }, NOW)).toBe(
    'name: not changed. The server rejected the request (status 400): “Too long.”',
  );
  expect(outcomeText('name', { kind: 'cancelled' }, NOW)).toMatch(/^name: canceled\. The change may have happened/);
});

it.each([
  [false, false, '; no folder is open'],
  [false, true, '; no folder is open'],
  [true, true, '; there may be more'],
  [true, false, ''],
])('The result of a search for code says why there may be more (folder: %s, incomplete: %s)', (folder, more, note) => {
  expect(mentionCountNote(folder, more)).toBe(note);
  const result = codeSearchText('WEB-1', [{ path: 'src/board.js', line: 7, text: '// WEB-1' }], {
    linkedCodeLines: ['- “a.ts” lines 1 to 2'],
    mentionCountNote: note,
    page: 1,
  });
  expect(result.split('\n').slice(1)).toEqual([
    `Mentions in files (1${note}):`,
    '- “src/board.js” line 7',
    '| // WEB-1',
    'Linked by comments (1):',
    '- “a.ts” lines 1 to 2',
  ]);
});
