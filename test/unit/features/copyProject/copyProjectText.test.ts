// Tests the texts about copying a project.
import { describe, expect, it } from 'vitest';
import type { CopyReport } from '../../../../src/copy/report.ts';
import { recordCountText, warningText } from '../../../../src/features/copyProject/messages.ts';
import { formatCopyReport } from '../../../../src/features/copyProject/reportText.ts';

const report: CopyReport = {
  project: { id: 'p', name: 'Atlas', identifier: 'COPY' },
  counts: [
    { kind: 'workItem', copied: 1, total: 2 },
    { kind: 'link', copied: 0, total: 0 },
  ],
  skipped: [{ kind: 'attachment', name: 'empty.txt', reason: 'emptyFile' }],
  failed: [{ kind: 'workItem', name: '<img src=x> [a](b) `c`\n# d', fault: { kind: 'timeout', afterMs: 20_000 } }],
  renumbered: [{ from: 'WEB-3', to: 'COPY-2' }],
  warnings: [{ kind: 'types', count: 1 }],
  rejectsEstimates: true,
  isComplete: false,
};

describe('formatCopyReport', () => {
  it('lists what was copied, failed, skipped and changed, and leaves out empty sections', () => {
    expect(formatCopyReport(report, 'Company')).toBe(
      [
        '# Copy of Atlas (COPY)',
        '',
        'Copied to Company. The copy is not complete.',
        '',
        '## Copied',
        '',
        '- 1 of 2 work items',
        '',
        '## Failed',
        '',
        '- Work Item “\\<img src=x\\> \\[a\\](b) \\`c\\` \\# d”: The server did not respond within 20 seconds.',
        '',
        '## Skipped',
        '',
        '- Attachment “empty.txt”: The file is empty.',
        '',
        '## Notes',
        '',
        '- The type of 1 work item is not copied.',
        '- The server rejected the estimates, so they were not copied.',
        '',
        '## New Identifiers',
        '',
        '- WEB-3 is now COPY-2',
        '',
      ].join('\n'),
    );
    const empty = { ...report, skipped: [], failed: [], renumbered: [], warnings: [], rejectsEstimates: false };
    expect(formatCopyReport({ ...empty, isComplete: true }, 'Company')).toBe(
      '# Copy of Atlas (COPY)\n\nCopied to Company. The copy is complete.\n\n## Copied\n\n- 1 of 2 work items\n',
    );
  });
});

describe('warningText', () => {
  it('returns a warning with the first five unknown users and the number of the remaining unknown users', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
    expect(warningText({ kind: 'unknownUsers', names })).toBe(
      'Not members of the target workspace: A, B, C, D, E, and 2 more. Work items are not assigned to them, and mentions of them show no name.',
    );
  });
});

describe('recordCountText', () => {
  it('uses the singular for one record', () => {
    expect([recordCountText('comment', 1), recordCountText('comment', 2)]).toEqual(['1 comment', '2 comments']);
  });
});
