/** Permissions. Each query, mutation and subscription declares the one it requires. */
export const scopes = [
  'questions:read',
  'questions:write',
  'analysis:read',
  'analysis:run',
  'quizzes:play',
  'quizzes:read',
  'quizzes:write',
  'responses:read',
  'responses:write',
  'webhooks:manage',
  'metrics:read',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

const player = ['quizzes:play'] as const;

/** Forms and snapshots show answer keys, as questions do: who may read one may read the other. */
const viewer = ['questions:read', 'analysis:read', ...player, 'quizzes:read'] as const;

/** A role is a named set of scopes. */
export const roles = {
  player,
  viewer,
  editor: [
    ...viewer,
    'questions:write',
    'analysis:run',
    'quizzes:write',
    'responses:read',
    'responses:write',
  ],
  analyst: [...viewer, 'analysis:run', 'responses:read'],
  admin: scopes,
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as Role[];

export function isScope(word: string): word is Scope {
  return (scopes as readonly string[]).includes(word);
}

function isRole(word: string): word is Role {
  return Object.hasOwn(roles, word);
}

export function scopesOf(role: string): readonly Scope[] {
  return isRole(role) ? roles[role] : [];
}

/** The scopes in both lists, in canonical order. */
export function commonScopes(some: readonly string[], others: readonly string[]): Scope[] {
  return scopes.filter((scope) => some.includes(scope) && others.includes(scope));
}
