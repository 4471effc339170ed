/** The numbers of all advisory locks, in one place so that no two share a number. */
export const advisoryLocks = {
  /** Prisma's own number, so that `prisma migrate` and the service wait for each other. */
  migrations: 72_707_369,
  embeddedServerUsers: 4_815_162_342,
  sampleQuestions: 4_815_162_343,
  signingKeys: 4_815_162_344,
  admins: 4_815_162_345,
  /** Taken by `sequence_events()` in the database. */
  events: 4_815_162_346,
  /** Taken by `pack_question_slots()` in the database. */
  questionSlots: 4_815_162_347,
  /** And those after it, of the shards of `question_changes`: taken by `own_question_shard()`. */
  firstQuestionShard: 4_815_170_000,
} as const;
