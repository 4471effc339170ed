import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorNote } from './error-note.tsx';
import { Skeleton } from './skeleton.tsx';

/** Shows a component that is loaded when it is first wanted. */
export function Lazy<Props extends object>({
  load,
  props,
}: {
  load: () => Promise<FunctionComponent<Props>>;
  props: Props;
}) {
  const [loaded, setLoaded] = useState<{ of: unknown; Component: FunctionComponent<Props> }>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isWanted = true;
    setFailed(false);
    load().then(
      (Component) => isWanted && setLoaded({ of: load, Component }),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  // A new release has other files; a browser does not ask again for one that failed.
  if (isFailed)
    return (
      <ErrorNote
        error="This page could not be loaded: the service is away or was updated. Nothing was lost."
        onRetry={() => location.reload()}
      />
    );
  if (loaded?.of !== load) return <Skeleton lines={8} />;
  return <loaded.Component {...props} />;
}
