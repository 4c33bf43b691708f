// Tests the messages about opened and copied links.
import { describe, expect, it } from 'vitest';
import {
  copiedText,
  type LinkFormat,
  linkPickerTitle,
  linkQuestion,
  notFoundText,
} from '../../../../src/features/deepLinks/messages.ts';

const link = { baseUrl: 'https://plane.example.com:8443/plane', workspace: 'acme', item: { identifier: 'WEB-1' } };

describe('The confirmation before a link is opened', () => {
  it('contains the work item, the workspace and the server of the link, and the current workspace', () => {
    const { message, detail } = linkQuestion(link, { workspace: 'ours', baseUrl: 'https://api.plane.so' });
    expect(message).toBe(
      'This link opens WEB-1 in the workspace “acme” at plane.example.com:8443/plane. Sign in there to open it?',
    );
    expect(detail).toContain(
      'You are signed in to the workspace “ours” at app.plane.so. You stay signed in there. Your key or token is not sent',
    );
    expect(detail).toContain('Nothing has been sent to plane.example.com:8443/plane.');
  });

  it('states that the user is signed out if there is no current workspace', () => {
    expect(linkQuestion({ ...link, item: { project: 'p', id: 'i' } }, undefined)).toMatchObject({
      message: expect.stringContaining('opens a work item in'),
      detail: expect.stringContaining('You are signed out.'),
    });
  });

  it('has a button that opens the local workspace if the link is to a work item of the local workspace', () => {
    const question = linkQuestion({ ...link, baseUrl: undefined }, undefined);
    expect(question.acceptButton).toBe('Open Sample Workspace');
    expect(question.message).toBe(
      'This link opens WEB-1 in the sample workspace on this machine. Open the sample workspace?',
    );
  });

  it('is followed by a message with the identifier if the work item does not exist', () => {
    expect(notFoundText(link.item, 'acme')).toBe('There is no work item WEB-1 in “acme”, or you have no access to it.');
  });
});

describe('Copy Link', () => {
  it.each<[LinkFormat, string, string]>([
    ['web', 'Copied the web address of WEB-1', 'Copied the web addresses of 1,200 work items'],
    ['editor', 'Copied the VS Code link of WEB-1', 'Copied the VS Code links of 1,200 work items'],
    ['markdown', 'Copied the Markdown link of WEB-1', 'Copied the Markdown links of 1,200 work items'],
  ])(
    'shows a message with the format %s, and with the identifier or the number of work items',
    (form, singleText, pluralText) => {
      expect(copiedText(form, 'WEB-1', 1)).toBe(singleText);
      expect(copiedText(form, 'WEB-1', 1200)).toBe(pluralText);
    },
  );

  it('shows the identifier or the number of work items in the title of the picker', () => {
    expect(linkPickerTitle('WEB-1', 1)).toBe('Copy Link to WEB-1');
    expect(linkPickerTitle('WEB-1', 2)).toBe('Copy Links to 2 Work Items');
  });
});
