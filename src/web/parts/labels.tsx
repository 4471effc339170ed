/** The six categories and three levels, with the names that people read. */
export const categories = {
  GENERAL_KNOWLEDGE: 'General Knowledge',
  SCIENCE: 'Science',
  ASTRONOMY: 'Astronomy',
  MATHEMATICS: 'Mathematics',
  GEOGRAPHY: 'Geography',
  LITERATURE: 'Literature',
} as const;

export type Category = keyof typeof categories;
export const categoryKeys = Object.keys(categories) as Category[];

export const levels = {
  BASIC: 'Basic',
  INTERMEDIATE: 'Intermediate',
  ADVANCED: 'Advanced',
} as const;

export type Level = keyof typeof levels;
export const levelKeys = Object.keys(levels) as Level[];

export function CategoryTag({ category }: { category: Category }) {
  return <MarkedTag color={category} name={categories[category]} />;
}

export function LevelTag({ level }: { level: Level }) {
  return <MarkedTag color={level} name={levels[level]} />;
}

/** The colors are custom properties by the names of categories and levels. */
function MarkedTag({ color, name }: { color: Category | Level; name: string }) {
  return (
    <span class="tag marked" style={{ '--mark': `var(--${color.toLowerCase()})` }}>
      {name}
    </span>
  );
}

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const numbers = new Intl.NumberFormat();

export function showDate(text: string): string {
  return dates.format(new Date(text));
}

export function showNumber(value: number): string {
  return numbers.format(value);
}
