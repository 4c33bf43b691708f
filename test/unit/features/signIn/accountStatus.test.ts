// Tests what the status bar item of the account shows.
import { describe, expect, it } from 'vitest';
import type { Account, RemoteAccount } from '../../../../src/core/session/accounts/account.ts';
import { accountStatus } from '../../../../src/features/signIn/accountStatus.ts';

const local: Account = { service: 'local', id: 'local', me: { id: 'u', name: 'Ada Park' } };

function remote(changes: Partial<RemoteAccount> = {}): RemoteAccount {
  return {
    service: 'remote',
    id: 'one',
    baseUrl: 'https://plane.acme.example',
    workspace: 'acme',
    method: 'key',
    me: { id: 'u', name: 'Ada Park' },
    source: 'stored',
    rejectedAt: undefined,
    ...changes,
  };
}

describe('The status bar item of the account', () => {
  it('is hidden when there is only one account, and when the window uses no account', () => {
    expect(accountStatus([remote()], 'one')).toBeUndefined();
    expect(accountStatus([remote(), local], undefined)).toBeUndefined();
  });

  it('shows the workspace, and the full name of the account in the tooltip', () => {
    expect(accountStatus([remote(), local], 'one')).toEqual({
      text: 'acme',
      tooltip: 'Contrail: acme at plane.acme.example (Ada Park)\nSelect to switch the account',
    });
    expect(accountStatus([remote(), local], 'local')?.text).toBe('Sample workspace');
  });

  it('also shows the server when another account has a workspace with the same slug', () => {
    const other = remote({ id: 'two', baseUrl: 'https://plane.example.org' });
    expect(accountStatus([remote(), other], 'two')?.text).toBe('acme · plane.example.org');
  });
});
