// Tests that an identifier is added to git's commit template where it leaves room.
import { describe, expect, it } from 'vitest';
import { addToTemplate, isTemplateOnly, templateText } from '../../../../src/core/branches/commitTemplate.ts';

describe('A commit template', () => {
  it.each<readonly [template: string, message: string]>([
    ['\n\nWhy:\n', 'WEB-27: \n\nWhy:'],
    ['\n# Summary above\n\nWhy:\n', 'WEB-27: \n\nWhy:'],
    ['feat: \n\nRefs: \n', 'feat: \n\nRefs: WEB-27'],
    [
      'area: summary\n\nTicket:\nSigned-off-by: Mara <m@example.com>\n',
      'area: summary\n\nTicket: WEB-27\nSigned-off-by: Mara <m@example.com>',
    ],
    ['area: summary\n', 'area: summary\n\nRefs: WEB-27'],
    ['area: summary\n\nWhy?\n', 'area: summary\n\nWhy?\n\nRefs: WEB-27'],
    [
      'area: summary\n\nSigned-off-by: Mara <m@example.com>\n',
      'area: summary\n\nSigned-off-by: Mara <m@example.com>\nRefs: WEB-27',
    ],
    ['# Summary, at most 50 characters\n\n# Reason\nWhy:\n', 'WEB-27: \n\nWhy:'],
    ['# Type: subject\nfeat: \n', 'feat:\n\nRefs: WEB-27'],
    ['feat: \n\nIssue-ID: <number>\n', 'feat: \n\nIssue-ID: WEB-27'],
    ['feat: \n\nStory: [none]\nReviewed-by: \n', 'feat: \n\nStory: WEB-27\nReviewed-by:'],
    ['feat: \n\nRefs: #\n', 'feat: \n\nRefs: WEB-27'],
    ['feat: \n\nFixes: \n', 'feat: \n\nFixes:\nRefs: WEB-27'],
    ['\r\n\r\nWhy:\r\n', 'WEB-27: \n\nWhy:'],
    ['WEB-27 summary\n', 'WEB-27 summary'],
    ['web-270 summary\n', 'web-270 summary\n\nRefs: WEB-27'],
  ])('%j becomes %j in the commit box', (template, message) => {
    const text = templateText(template);
    expect(isTemplateOnly(text, template)).toBe(true);
    expect(addToTemplate(text, template, 'WEB-27: ')).toBe(message);
  });

  it('keeps its comments if the box shows them', () => {
    const template = 'area: summary\n\n# Say why.\n';
    expect(addToTemplate(template.trim(), template, 'WEB-27: ')).toBe('area: summary\n\nRefs: WEB-27\n\n# Say why.');
  });

  it('is not confused with a message that the user typed', () => {
    expect(isTemplateOnly('area: summary of mine', 'area: summary\n')).toBe(false);
    expect(isTemplateOnly('', '\n# only comments\n')).toBe(false);
    expect(isTemplateOnly('a\r\n\r\nb', 'a\n\nb\n')).toBe(true);
  });
});
