// Tests which part of the changelog is about a version, and that no change is left under “Unreleased”.
import { describe, expect, it } from 'vitest';
import { changelogPart } from '../../release/changelog.ts';

const OLDER = '\n## 0.1.0\n\n- First.\n';

describe('changelogPart', () => {
  it('returns the newest part without its heading, with the headings below it', () => {
    const text = `# Changelog\n\n## 0.2.0 (2026-11-26)\n\n### Added\n\n- A view.\n${OLDER}`;
    expect(changelogPart(text, '0.2.0')).toBe('### Added\n\n- A view.');
  });

  it('accepts an empty part “Unreleased”', () => {
    expect(changelogPart(`## Unreleased\n\n## 0.2.0 (2026-11-26)\n\n- A view.\n${OLDER}`, '0.2.0')).toBe('- A view.');
  });

  it('rejects changes under “Unreleased”', () => {
    const text = `## Unreleased\n\n- More.\n\n## 0.2.0 (2026-11-26)\n\n- A view.\n`;
    expect(() => changelogPart(text, '0.4.0')).toThrow(
      'CHANGELOG.md lists changes under “Unreleased”. Their heading must be “## 0.4.0 (year-month-day)”.',
    );
    expect(() => changelogPart(text, '0.2.0')).toThrow(
      'Raise the version in package.json, or move the changes to 0.2.0 if it is not published.',
    );
  });

  it.each([
    ['another version', '## 0.2.0 (2026-11-26)\n\n- A view.\n', '0.3.0', 'must be “## 0.3.0 (year-month-day)”'],
    [
      'a heading without a date',
      '## 0.2.0\n\n- A view.\n',
      '0.2.0',
      'must be “## 0.2.0 (year-month-day)”, not “0.2.0”',
    ],
    ['a day that does not exist', '## 0.2.0 (2026-02-30)\n\n- A view.\n', '0.2.0', 'no date such as 2026-11-26'],
    ['a date in another form', '## 0.2.0 (26 Nov 2026)\n\n- A view.\n', '0.2.0', 'no date such as 2026-11-26'],
    ['a part without text', `## 0.2.0 (2026-11-26)\n${OLDER}`, '0.2.0', 'says nothing about 0.2.0'],
    ['a file without parts', '# Changelog\n', '0.2.0', 'must be “## 0.2.0 (year-month-day)”'],
  ])('rejects %s', (_, text, version, message) => {
    expect(() => changelogPart(text, version)).toThrow(message);
  });
});
