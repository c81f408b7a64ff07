/**
 * SQL that a new cluster gets once. The gateway keeps the replies of retryable writes in a table, written by the statement that does
 * the write, so that a repeated write is recognized even after a crash. DocumentDB's jobs that build indexes in the background are
 * not needed: the gateway builds them in the foreground.
 */
export const PREPARE_DATABASE = `
  select cron.unschedule(jobid) from cron.job where jobname like 'documentdb_index_build%';
  create schema gateway;
  create table gateway.retryable_write (
    session bytea primary key,
    number bigint not null,
    reply bytea not null,
    success boolean not null,
    written_at timestamptz not null default now()
  ) with (fillfactor = 50);
  create function gateway.remember(session bytea, number bigint, reply bytea, success boolean) returns void language sql volatile as $$
    insert into gateway.retryable_write as known values ($1, $2, $3, $4)
    on conflict on constraint retryable_write_pkey
    do update set number = excluded.number, reply = excluded.reply, success = excluded.success, written_at = now()
  $$;
`;
