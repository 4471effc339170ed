/** What is used of BullMQ, loaded on demand: bundled, an import of all of it would have no names. */
export {
  createPostgresBackend,
  Queue,
  runMigrations,
  UnrecoverableError,
  WaitingError,
  Worker,
  withBackend,
} from 'bullmq';
