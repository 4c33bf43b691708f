// Tests the message about members that were added to or removed from a record.
import { expect, it } from 'vitest';
import { membersChangedText } from '../../../../src/features/records/messages.ts';

it('membersChangedText returns a text with the numbers of added and removed members', () => {
  expect(membersChangedText('project', 1, 0, 'Road map')).toBe('Added 1 project to Road map.');
  expect(membersChangedText('epic', 0, 2, 'Road map')).toBe('Removed 2 epics from Road map.');
  expect(membersChangedText('member', 3, 1, 'Design')).toBe('Added 3 members to Design. Removed 1 member from Design.');
});
