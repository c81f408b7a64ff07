/** What a cluster's postgresql.conf depends on; the socket directory is a path inside the root. */
export interface ClusterSettings {
  readonly socketDirectory: string;
  readonly durable: boolean;
}

/** Connections of the gateway (see postgres.ts), plus those that DocumentDB opens to itself and some for a person's psql. */
const MAX_CONNECTIONS = 120;

/** The text of postgresql.conf. An ephemeral cluster never waits for the disk: after a power loss it is worthless, by intention. */
export function postgresqlConf({ socketDirectory, durable }: ClusterSettings): string {
  const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', checkpoint_timeout: '1h' };
  const safe = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', checkpoint_timeout: '5min' };
  const verbose = process.env.DOCUMENTDB_VERBOSE !== undefined;
  const settings: Record<string, string | number> = {
    shared_preload_libraries: 'pg_cron,pg_documentdb_core,pg_documentdb,pg_documentdb_extended_rum',
    'cron.database_name': 'postgres',
    'cron.use_background_workers': 'on',
    'cron.log_run': 'off',
    'cron.log_statement': 'off',
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    max_connections: MAX_CONNECTIONS,
    max_worker_processes: 8,
    shared_buffers: '256MB',
    work_mem: '32MB',
    maintenance_work_mem: '128MB',
    huge_pages: 'off',
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    wal_level: 'minimal',
    max_wal_senders: 0,
    autovacuum_naptime: '15s',
    max_wal_size: '2GB',
    // Opposite orders of writing are found soon, and cost their losers a repetition instead of a fifth of a second.
    deadlock_timeout: '20ms',
    ...(durable ? safe : quick),
    // Below "fatal" every duplicate key that a program handles would be a line in the log.
    log_min_messages: verbose ? 'notice' : 'fatal',
    log_min_error_statement: verbose ? 'error' : 'panic',
    log_statement: verbose ? 'all' : 'none',
    'documentdb.localhost_connection_string': `host=${socketDirectory}`,
    'documentdb.useFileBasedPersistedCursors': 'on',
    // A cursor goes on in its index where the last batch ended. Otherwise each batch of a find without a sort reads the index from
    // its beginning: 300,000 rows in batches of 1,000 took 41 s instead of 6.
    'documentdb.enableDynamicCursors': 'on',
    'documentdb.defaultCursorExpiryTimeLimitSeconds': 3600,
    'documentdb.maxWriteBatchSize': 100_000,
    // Its jobs build indexes, which the gateway does in the foreground. They would open connections all the time, for 7% of a core.
    'documentdb.enableBackgroundWorker': 'off',
    // A deadlock ends the operation, which the gateway then repeats, instead of becoming one write error of many.
    'documentdb.throwDeadlockOnCRUD': 'on',
    // Its indexes are ordered: a sort is read from them as MongoDB does, instead of being made in memory.
    'documentdb.alternate_index_handler_name': 'extended_rum',
    'documentdb_core.enableCollation': 'on',
    'documentdb.enableCollationWithNonUniqueOrderedIndexes': 'on',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('');
}
