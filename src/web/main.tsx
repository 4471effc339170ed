import { render } from 'preact';
import { resume } from './api/session.ts';
import { Shell } from './shell.tsx';
import './style/style.css';

await resume().catch(() => undefined);
const root = document.getElementById('app');
if (root) {
  // The plain page for browsers without scripts.
  root.replaceChildren();
  render(<Shell />, root);
}
