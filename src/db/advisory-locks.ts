/** The numbers of all advisory locks, in one place so that no two share a number. */
export const advisoryLocks = {
  /** Prisma's own number, so that `prisma migrate` and the service wait for each other. */
  migrations: 72_707_369,
  embeddedServerUsers: 4_815_162_342,
  sampleQuestions: 4_815_162_343,
  signingKeys: 4_815_162_344,
  admins: 4_815_162_345,
} as const;
