import type { ReactNode } from 'react';
import { useMoment } from '../../texts/moment';
import dataTableStyles from '../../ui/data-table.module.css';

/** A key or token in a list: its name, and the end of its prefix, by which keys differ. */
export function SecretName({ secret: { name, prefix } }: { secret: { name: string; prefix: string } }): ReactNode {
  return (
    <>
      {name}
      <span className={dataTableStyles.below}>
        <code>…{prefix.slice(-6)}…</code>
      </span>
    </>
  );
}

/** When a key or token was created, and by whom. */
export function SecretOrigin({
  secret: { createdAt, creator },
}: {
  secret: { createdAt: string; creator: string | null };
}): ReactNode {
  const moment = useMoment();
  return (
    <>
      <span className={dataTableStyles.date}>{moment(createdAt)}</span>
      <span className={dataTableStyles.below}>{creator}</span>
    </>
  );
}
