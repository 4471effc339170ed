import { useState } from 'preact/hooks';
import { useSession } from '../../api/use-session.ts';
import type { introspection } from '../../generated/schema.d.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { showDate, showNumber } from '../../parts/labels.tsx';

export type Role = introspection['types']['Role']['enumValues'];

interface Account {
  readonly email: string;
  readonly role: Role;
  readonly disabled: boolean;
  /** Points a minute; null for the default of the service. */
  readonly quota: number | null;
  readonly secondFactorAt: string | null;
  readonly createdAt: string;
}

export interface AccountChanges {
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly password?: string;
  readonly quota?: number | null;
}

const roles: Record<Role, string> = {
  PLAYER: 'Player: plays quizzes',
  VIEWER: 'Viewer: reads everything',
  ANALYST: 'Analyst: also runs analyses',
  EDITOR: 'Editor: also writes questions',
  ADMIN: 'Admin: everything',
};

interface Props {
  readonly account: Account;
  readonly onChange: (changes: AccountChanges) => void;
  /** Removes a second factor that its owner has lost. */
  readonly onReset: () => void;
  readonly onDelete: () => void;
}

export function AccountRow({ account, onChange, onReset, onDelete }: Props) {
  const { email, role, disabled, quota, secondFactorAt, createdAt } = account;
  const [isOpen, setOpen] = useState(false);
  const isOwn = useSession()?.email === email;
  return (
    <li>
      <div>
        <strong>{email}</strong> {isOwn && <span class="badge info">you</span>}{' '}
        <span class="tag">{roles[role].split(':')[0]}</span>{' '}
        {secondFactorAt && <span class="badge info">second factor</span>}{' '}
        {disabled && <span class="badge warning">disabled</span>}
        <p class="muted">
          since {showDate(createdAt)}
          {quota !== null && `, ${showNumber(quota)} points a minute`}
        </p>
      </div>
      <div class="buttons start">
        <button
          type="button"
          class="quiet"
          aria-label={`Change ${email}`}
          onClick={() => setOpen(true)}
        >
          Change
        </button>
        {!isOwn && (
          <>
            <button
              type="button"
              class="quiet"
              aria-label={`${disabled ? 'Enable' : 'Disable'} ${email}`}
              onClick={() => onChange({ disabled: !disabled })}
            >
              {disabled ? 'Enable' : 'Disable'}
            </button>
            {secondFactorAt && (
              <ConfirmButton
                label="Remove second factor"
                name={`Remove the second factor of ${email}`}
                title={`Remove the second factor of ${email}?`}
                text="Make sure first that its owner asks for it. Its sessions end, and the password alone signs in until a new one is set up."
                onConfirm={onReset}
              />
            )}
            <ConfirmButton
              label="Delete"
              name={`Delete ${email}`}
              title={`Delete ${email}?`}
              text="Its sessions and API keys stop working at once. What it wrote stays, with its history. To keep the account for later, disable it."
              onConfirm={onDelete}
            />
          </>
        )}
      </div>
      {isOpen && (
        <AccountDialog
          account={account}
          isOwn={isOwn}
          onClose={() => setOpen(false)}
          onChange={onChange}
        />
      )}
    </li>
  );
}

interface DialogProps extends Pick<Props, 'account' | 'onChange'> {
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

function AccountDialog({ account, isOwn, onClose, onChange }: DialogProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const quota = String(given.get('quota'));
    const password = String(given.get('password') ?? '');
    onChange({
      role: given.get('role') as Role,
      quota: quota === '' ? null : Number(quota),
      ...(password && { password }),
    });
    onClose();
  };
  return (
    <Dialog title={account.email} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <label>
          Role
          <select name="role">
            <RoleOptions chosen={account.role} />
          </select>
        </label>
        <label>
          Quota, points a minute
          <input
            type="number"
            name="quota"
            min={1}
            placeholder="Default of the service"
            defaultValue={account.quota === null ? '' : String(account.quota)}
          />
          <span class="hint">For all its sessions and API keys together.</span>
        </label>
        {!isOwn && (
          <label>
            New password
            <input
              type="password"
              name="password"
              autoComplete="new-password"
              minLength={12}
              maxLength={128}
            />
            <span class="hint">
              12 to 128 characters; empty to keep it. A new one ends its sessions.
            </span>
          </label>
        )}
        <div class="buttons">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit">Save</button>
        </div>
      </form>
    </Dialog>
  );
}

export function RoleOptions({ chosen }: { chosen: Role }) {
  return (
    <>
      {(Object.keys(roles) as Role[]).map((key) => (
        <option key={key} value={key} selected={key === chosen}>
          {roles[key]}
        </option>
      ))}
    </>
  );
}
