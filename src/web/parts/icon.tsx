const paths = {
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  questions: 'M5 5h14M5 10h14M5 15h9M5 20h6',
  analyses: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
  admin: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  quizzes: 'M4 5h4v4H4zM4 15h4v4H4zM12 7h8M12 17h8',
  import: 'M12 3v11M7 10l5 5 5-5M4 20h16',
} as const;

export type IconName = keyof typeof paths;

/** Always beside a word, so that nobody has to guess it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
