// Tests which answers of an earlier sign-in are suggested in the next sign-in.
import { describe, expect, it } from 'vitest';
import { CLOUD_API, CLOUD_WEB } from '../../../../src/core/session/server/webAddress.ts';
import { SignInAnswers } from '../../../../src/core/session/signInAnswers.ts';

/** Returns the answers after the user has canceled a sign-in to a self-hosted server and started another sign-in. */
function answersAfterCancel(): SignInAnswers {
  const answers = new SignInAnswers();
  answers.beginNextSignIn();
  answers.set({ address: 'https://plane.example.com', workspace: 'acme' });
  answers.beginNextSignIn();
  return answers;
}

describe('SignInAnswers', () => {
  it('suggests the workspace of a canceled sign-in for the same server', () => {
    const answers = answersAfterCancel();
    expect(answers).toMatchObject({ address: 'https://plane.example.com', workspace: 'acme' });
    answers.set({ address: 'plane.example.com/api' });
    expect(answers.workspace).toBe('acme');
  });

  it('does not suggest the workspace of a canceled sign-in for another server', () => {
    const answers = answersAfterCancel();
    answers.set({ address: 'https://other.example.com' });
    expect(answers.workspace).toBe('');
    answers.set({ address: CLOUD_WEB });
    expect(answers).toMatchObject({ baseUrl: CLOUD_API, workspace: '' });
  });

  it('suggests the workspace again after the user has entered the URL of another server and canceled', () => {
    const answers = answersAfterCancel();
    answers.set({ address: 'https://other.example.com' });
    answers.beginNextSignIn();
    answers.set({ address: 'https://plane.example.com' });
    expect(answers.workspace).toBe('acme');
  });

  it('keeps the workspace when the user corrects the address within one sign-in', () => {
    const answers = new SignInAnswers();
    answers.beginNextSignIn();
    answers.set({ address: 'https://plan.example.com', workspace: 'acme' });
    answers.set({ address: 'https://plane.example.com' });
    expect(answers.workspace).toBe('acme');
  });

  it('needs the slug only if the address is valid and does not contain a slug', () => {
    const answers = new SignInAnswers();
    expect(answers.needsSlug).toBe(false);
    answers.set({ address: 'https://plane.example.com' });
    expect(answers.needsSlug).toBe(true);
    answers.set({ address: 'https://plane.example.com/acme' });
    expect(answers.needsSlug).toBe(false);
  });

  it.each([CLOUD_API, 'https://plane.example.com', 'https://example.com/plane', 'http://localhost:8080'])(
    'can start with an address that contains the server %s and the workspace',
    (baseUrl) => {
      const answers = new SignInAnswers();
      answers.beginSignInTo({ baseUrl, workspace: 'acme' });
      expect(answers).toMatchObject({ baseUrl, workspace: 'acme', needsSlug: false });
    },
  );

  it('has no base URL while the address is invalid', () => {
    const answers = new SignInAnswers();
    answers.set({ address: 'http://plane.example.com' });
    expect(answers.baseUrl).toBeUndefined();
  });

  it('restores the previous answers when the user cancels a sign-in to a suggested workspace', () => {
    const answers = answersAfterCancel();
    const restore = answers.beginSignInTo({ baseUrl: CLOUD_API, workspace: 'suggested', method: 'token' });
    expect(answers).toMatchObject({ baseUrl: CLOUD_API, workspace: 'suggested', method: 'token' });
    restore();
    expect(answers).toMatchObject({ address: 'https://plane.example.com', workspace: 'acme', method: 'key' });
  });

  it('keeps the answers of the second sign-in when the first sign-in is canceled later', () => {
    const answers = answersAfterCancel();
    const restore = answers.beginSignInTo({ baseUrl: CLOUD_API, workspace: 'first' });
    answers.beginSignInTo({ baseUrl: CLOUD_API, workspace: 'second' });
    restore();
    expect(answers).toMatchObject({ baseUrl: CLOUD_API, workspace: 'second' });
  });
});
