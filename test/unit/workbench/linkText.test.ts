// Tests that the question about a link names its target, and what is not sent.
import { describe, expect, it } from 'vitest';
import {
  copiedText,
  copyTitle,
  type LinkForm,
  linkQuestion,
  notFoundText,
} from '../../../src/workbench/features/deepLinks/messages.ts';

const link = { baseUrl: 'https://plane.example.com:8443/plane', workspace: 'acme', item: { identifier: 'WEB-1' } };

describe('The messages about a link', () => {
  it('name the work item, the workspace, the server, and where the user is signed in', () => {
    const { message, detail } = linkQuestion(link, { workspace: 'ours', baseUrl: 'https://api.plane.so' });
    expect(message).toBe(
      'A link leads to WEB-1 in the workspace “acme” at plane.example.com:8443/plane. Sign in there to open it?',
    );
    expect(detail).toContain(
      'You are signed in to the workspace “ours” at app.plane.so. The current key is not sent to the other server',
    );
    expect(detail).toContain('Nothing has been sent to plane.example.com:8443/plane.');
  });

  it('state that the user is signed out', () => {
    expect(linkQuestion({ ...link, item: { project: 'p', id: 'i' } }, undefined)).toMatchObject({
      message: expect.stringContaining('leads to a work item in'),
      detail: expect.stringContaining('You are signed out.'),
    });
  });

  it('offer the local workspace for a link into it', () => {
    const question = linkQuestion({ ...link, baseUrl: undefined }, undefined);
    expect(question.accept).toBe('Open Local Workspace');
    expect(question.message).toBe(
      'A link leads to WEB-1 in the local workspace on this machine. Open the local workspace?',
    );
  });

  it('name a work item that does not exist', () => {
    expect(notFoundText(link.item, 'acme')).toBe('There is no work item WEB-1 in “acme”, or you have no access to it.');
  });
});

describe('The messages about copied links', () => {
  it.each<[LinkForm, string, string]>([
    ['web', 'Copied the web address of WEB-1', 'Copied the web addresses of 1,200 work items'],
    ['editor', 'Copied the editor address of WEB-1', 'Copied the editor addresses of 1,200 work items'],
    ['markdown', 'Copied the Markdown link of WEB-1', 'Copied the Markdown links of 1,200 work items'],
  ])('name the form %s, and the work item or how many there are', (form, one, many) => {
    expect(copiedText(form, 'WEB-1', 1)).toBe(one);
    expect(copiedText(form, 'WEB-1', 1200)).toBe(many);
  });

  it('have the work item or the number of work items in the title', () => {
    expect(copyTitle('WEB-1', 1)).toBe('Copy Link to WEB-1');
    expect(copyTitle('WEB-1', 2)).toBe('Copy Links to 2 Work Items');
  });
});
