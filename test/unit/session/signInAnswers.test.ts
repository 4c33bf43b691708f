// Tests which answers of an earlier sign-in the next one suggests.
import { describe, expect, it } from 'vitest';
import { SignInAnswers } from '../../../src/session/signInAnswers.ts';
import { CLOUD_API } from '../../../src/session/webAddress.ts';

/** Answers of a sign-in to a self-hosted server that the user cancelled when choosing the method. */
function cancelled(): SignInAnswers {
  const answers = new SignInAnswers();
  answers.begin();
  answers.set({ service: 'selfHosted', address: 'https://plane.example.com', workspace: 'acme' });
  answers.begin();
  return answers;
}

describe('SignInAnswers', () => {
  it('suggests the workspace of a canceled sign-in for the same server', () => {
    const answers = cancelled();
    expect(answers).toMatchObject({ service: 'selfHosted', address: 'https://plane.example.com', workspace: 'acme' });
    answers.set({ address: 'plane.example.com/api' });
    expect(answers.workspace).toBe('acme');
  });

  it('does not suggest the workspace of a canceled sign-in for another server', () => {
    const answers = cancelled();
    answers.set({ address: 'https://other.example.com' });
    expect(answers.workspace).toBe('');
    answers.set({ service: 'cloud' });
    expect(answers).toMatchObject({ baseUrl: CLOUD_API, workspace: '' });
  });

  it('suggests the workspace for its server after a sign-in to another one was cancelled before the workspace', () => {
    const answers = cancelled();
    answers.set({ address: 'https://other.example.com' });
    answers.begin();
    answers.set({ address: 'https://plane.example.com' });
    expect(answers.workspace).toBe('acme');
  });

  it('keeps the workspace when the user corrects the address within one sign-in', () => {
    const answers = new SignInAnswers();
    answers.begin();
    answers.set({ service: 'selfHosted', address: 'https://plan.example.com', workspace: 'acme' });
    answers.set({ address: 'https://plane.example.com' });
    expect(answers.workspace).toBe('acme');
  });

  it('has no base URL while the address cannot be read', () => {
    const answers = new SignInAnswers();
    answers.set({ service: 'selfHosted', address: 'http://plane.example.com' });
    expect(answers.baseUrl).toBeUndefined();
  });

  it('restores the previous answers when the user cancels a sign-in to a given workspace', () => {
    const answers = cancelled();
    const takeBack = answers.beginAt({ baseUrl: CLOUD_API, workspace: 'suggested', method: 'token' });
    expect(answers).toMatchObject({ service: 'cloud', address: '', workspace: 'suggested', method: 'token' });
    takeBack();
    expect(answers).toMatchObject({ service: 'selfHosted', workspace: 'acme', method: undefined });
  });

  it('keeps the answers of a second sign-in when the first one is cancelled by it', () => {
    const answers = cancelled();
    const takeBack = answers.beginAt({ baseUrl: CLOUD_API, workspace: 'first' });
    answers.beginAt({ baseUrl: CLOUD_API, workspace: 'second' });
    takeBack();
    expect(answers).toMatchObject({ service: 'cloud', workspace: 'second' });
  });
});
