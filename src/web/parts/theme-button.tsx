import { useEffect, useState } from 'preact/hooks';

const key = 'quaestor-theme';
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The system decides until somebody chooses. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(key, theme);
  }, [theme]);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`Theme: ${theme}. Change to ${next}`}
      title={`Theme: ${theme}`}
      onClick={() => setTheme(next)}
    >
      <span aria-hidden="true">◐</span>
    </button>
  );
}

function readTheme(): Theme {
  const stored = localStorage.getItem(key);
  return themes.find((theme) => theme === stored) ?? 'system';
}
