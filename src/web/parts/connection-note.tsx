import { useConnection } from '../api/connection.ts';

/** Says when the service is gone, and when it is there again. */
export function ConnectionNote() {
  const connection = useConnection();
  return (
    <div class="connection" role="status">
      {connection === 'lost' && (
        <p class="lost">
          The service cannot be reached. What you see and type is kept; trying again until it
          answers.
        </p>
      )}
      {connection === 'back' && <p class="back">Connected again.</p>}
    </div>
  );
}
