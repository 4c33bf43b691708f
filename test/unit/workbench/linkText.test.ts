// Tests that the question about a link names its target, and what is not sent.
import { describe, expect, it } from 'vitest';
import { linkQuestion, notFoundText } from '../../../src/workbench/features/deepLinks/messages.ts';

const link = { baseUrl: 'https://plane.example.com:8443/plane', workspace: 'acme', item: { identifier: 'WEB-1' } };

describe('The messages about a link', () => {
  it('name the work item, the workspace, the server, and where the user is signed in', () => {
    const { message, detail } = linkQuestion(link, { workspace: 'ours', baseUrl: 'https://api.plane.so' });
    expect(message).toBe(
      'A link leads to WEB-1 in the workspace “acme” at plane.example.com:8443/plane. Sign in there to open it?',
    );
    expect(detail).toContain(
      'You are signed in to the workspace “ours” at app.plane.so. The key for it is not sent there',
    );
    expect(detail).toContain('Nothing has been sent to plane.example.com:8443/plane.');
  });

  it('state that the user is signed out', () => {
    expect(linkQuestion({ ...link, item: { project: 'p', id: 'i' } }, undefined)).toMatchObject({
      message: expect.stringContaining('leads to a work item in'),
      detail: expect.stringContaining('Nobody is signed in.'),
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
    expect(notFoundText(link.item, 'acme')).toBe('There is no WEB-1 in “acme”, or you may not see it.');
  });
});
