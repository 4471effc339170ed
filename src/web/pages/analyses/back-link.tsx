export function BackLink() {
  return (
    <p class="back-link">
      <a href="#/analyses">← All analyses</a>
    </p>
  );
}
