import { type FieldTypeName } from './field-types';

/** Names of fields, with spaces between them, by their type. */
type FieldsByType = Readonly<Partial<Record<FieldTypeName, string>>>;

/** The fields of a command, or of a document inside one. */
interface Struct {
  readonly fields?: FieldsByType;
  /** The names of those that must be there. */
  readonly required?: string;
  /** The error code of a field that is neither one of these nor a generic argument (40415 is that of MongoDB's IDL). */
  readonly unknown: 'taken' | 40415 | 197 | 72;
  /** What MongoDB looks at inside a field: the fields of a document, or of each in an array, or the type of each value in one. */
  readonly inner?: Readonly<Record<string, Struct | FieldTypeName>>;
}

/** What MongoDB takes for a command. */
interface CommandFields extends Struct {
  /** Where MongoDB declares it, below src/mongo/db. */
  readonly source: string;
  /** The type of the command's own value: most often the name of a collection. */
  readonly value: FieldTypeName;
  /** It may run in a transaction (src/mongo/db/transaction_validation.cpp). */
  readonly transactional?: true;
}

const BATCH: Struct = { fields: { number: 'batchSize' }, unknown: 40415 };
const SESSION: Struct = {
  fields: { uuid: 'id txnUUID', any: 'uid', long: 'txnNumber' },
  required: 'id',
  unknown: 40415,
};
const WRITE_CONCERN: Struct = {
  fields: { any: 'w wElectionId wOpTime getLastError', flag: 'j fsync', number: 'wtimeout', string: 'provenance' },
  unknown: 40415,
};
const READ_CONCERN: Struct = {
  fields: {
    string: 'level provenance',
    timestamp: 'afterClusterTime atClusterTime',
    object: 'afterOpTime',
    bool: 'allowTransactionTableSnapshot waitLastStableRecoveryTimestamp',
  },
  unknown: 72,
};

/**
 * What every command takes (src/mongo/idl/generic_argument.idl and generic_args_with_types.idl; inside of it
 * db/session/logical_session_id.idl, db/write_concern_options.idl and db/repl/read_concern_args.cpp).
 */
export const GENERIC_ARGUMENTS: Struct = {
  fields: {
    string: '$db apiVersion',
    bool: 'apiStrict apiDeprecationErrors autocommit startTransaction coordinator mayBypassWriteBlocking allowImplicitCollectionCreation',
    object: 'lsid readConcern writeConcern $readPreference $clusterTime $audit $client $configServerState $oplogQueryData $replData databaseVersion shardVersion tracking_info',
    long: 'txnNumber',
    int: 'stmtId txnRetryCounter',
    maxTime: 'maxTimeMS maxTimeMSOpOnly',
    timestamp: '$configTime $topologyTime',
    uuid: 'clientOperationKey',
    any: 'comment $queryOptions $tenant',
  },
  unknown: 'taken',
  inner: { lsid: SESSION, writeConcern: WRITE_CONCERN, readConcern: READ_CONCERN },
}; // oxfmt-ignore

/** What insert, update and delete have in common (WriteCommandRequestBase). */
const WRITE = {
  flag: 'bypassDocumentValidation',
  int: 'stmtId',
  optionalBool: 'isTimeseriesNamespace',
  uuid: 'collectionUUID',
};

const UPDATE_STATEMENT: Struct = {
  fields: { object: 'q c collation', update: 'u', array: 'arrayFilters', hint: 'hint', bool: 'multi upsert', optionalBool: 'upsertSupplied' },
  required: 'q u',
  unknown: 40415,
}; // oxfmt-ignore

const DELETE_STATEMENT: Struct = {
  fields: { object: 'q collation', any: 'limit', hint: 'hint' },
  required: 'q limit',
  unknown: 40415,
};

/** A hand-written parser checks it too (catalog/index_key_validate.cpp), whose code for an unknown field is its own. */
const INDEX: Struct = {
  fields: {
    number: 'v expireAfterSeconds textIndexVersion 2dsphereIndexVersion bits min max bucketSize coarsestIndexedLevel finestIndexedLevel',
    object: 'key partialFilterExpression storageEngine collation wildcardProjection columnstoreProjection originalSpec',
    string: 'name ns default_language language_override columnstoreCompressor',
    flag: 'background unique hidden sparse dropDups clustered prepareUnique',
    stringOrObject: 'weights',
  },
  required: 'key name',
  unknown: 197,
}; // oxfmt-ignore

const COLL_MOD_INDEX: Struct = {
  fields: { string: 'name', object: 'keyPattern', number: 'expireAfterSeconds', flag: 'hidden unique prepareUnique forceNonUnique' },
  unknown: 40415,
}; // oxfmt-ignore

const FIND_AND_MODIFY: CommandFields = {
  source: 'ops/write_ops.idl', value: 'collection', unknown: 40415, transactional: true,
  fields: {
    object: 'query fields sort collation let runtimeConstants writeConcern encryptionInformation', int: 'batchSize stmtId', bool: 'singleBatch', hint: 'hint',
    array: 'arrayFilters', flag: 'remove upsert new bypassDocumentValidation', update: 'update',
  },
}; // oxfmt-ignore

const DROP_INDEXES: CommandFields = {
  source: 'drop_indexes.idl', value: 'collection', unknown: 40415,
  fields: { indexes: 'index', bool: 'isTimeseriesNamespace', uuid: 'collectionUUID' }, required: 'index',
}; // oxfmt-ignore

const HELLO: CommandFields = {
  source: 'repl/hello.idl', value: 'any', unknown: 'taken',
  fields: {
    flag: 'forShell hangUpOnStepDown helloOk', string: 'hostInfo', object: 'internalClient client topologyVersion speculativeAuthenticate',
    number: 'maxAwaitTimeMS', array: 'compression', stringOrObject: 'saslSupportedMechs', bool: 'loadBalanced',
  },
}; // oxfmt-ignore

const COLL_STATS: CommandFields = {
  source: 'dbcommands.idl', value: 'collection', unknown: 'taken',
  fields: { number: 'scale', optionalBool: 'verbose waitForLock numericOnly', string: 'validationLevel' },
}; // oxfmt-ignore

const DB_STATS: CommandFields = {
  source: 'dbcommands.idl', value: 'any', unknown: 'taken', fields: { number: 'scale', flag: 'freeStorage' },
}; // oxfmt-ignore

const BUILD_INFO: CommandFields = { source: 'commands/buildinfo_common.idl', value: 'any', unknown: 'taken' };

const TRANSACTION_END = { source: 'commands/txn_cmds.idl', value: 'any', unknown: 40415, transactional: true } as const; // oxfmt-ignore
const ABOUT_SESSIONS = { value: 'array', unknown: 'taken' } as const;

/**
 * The commands that the service, its tests, its tools and its deployment send, and those that the gateway answers: what MongoDB 7.0
 * takes, the oldest that the service runs on. Where its later versions take more, a client may still rely on the least.
 */
export const COMMANDS: Readonly<Record<string, CommandFields>> = {
  find: {
    source: 'query/find_command.idl', value: 'collection', unknown: 40415, transactional: true,
    fields: {
      query: 'filter projection sort collation min max $queryOptions $_resumeAfter', hint: 'hint', number: 'skip limit batchSize term',
      optionalBool: 'singleBatch allowDiskUse returnKey showRecordId tailable noCursorTimeout awaitData allowPartialResults readOnce allowSpeculativeMajorityRead $_requestResumeToken',
      bool: 'oplogReplay', object: 'let readConcern runtimeConstants encryptionInformation', maxTime: 'maxTimeMS', uuid: 'collectionUUID',
    },
  },
  aggregate: {
    source: 'pipeline/aggregate_command.idl', value: 'collectionOrOne', unknown: 40415, transactional: true,
    fields: {
      pipeline: 'pipeline', cursor: 'cursor', hint: 'hint', number: 'maxTimeMS', flag: 'bypassDocumentValidation', bool: 'explain', int: 'stmtId',
      optionalBool: 'allowDiskUse needsMerge fromMongos $_requestReshardingResumeToken isMapReduceCommand $_isClusterQueryWithoutShardKeyCmd $_requestResumeToken',
      object: 'readConcern writeConcern collation let exchange runtimeConstants $queryOptions $_passthroughToShard encryptionInformation $_resumeAfter',
      uuid: 'collectionUUID sampleId', array: '$_externalDataSources',
    },
    required: 'pipeline', inner: { cursor: BATCH, pipeline: 'object' },
  },
  getMore: {
    source: 'query/getmore_command.idl', value: 'long', unknown: 40415, transactional: true,
    fields: { string: 'collection', number: 'batchSize maxTimeMS', long: 'term', object: 'lastKnownCommittedOpTime' }, required: 'collection',
  },
  killCursors: {
    source: 'query/kill_cursors.idl', value: 'collection', unknown: 40415, transactional: true, fields: { array: 'cursors' }, required: 'cursors',
    inner: { cursors: 'long' },
  },
  count: {
    source: 'query/count_command.idl', value: 'collection', unknown: 40415,
    fields: { object: 'query collation fields readConcern $queryOptions encryptionInformation', number: 'limit skip', hint: 'hint', maxTime: 'maxTimeMS' },
  },
  distinct: {
    // A sharded collection refuses it in transactions; refusing it here, too, lets no test miss that.
    source: 'query/distinct_command.idl', value: 'collection', unknown: 40415,
    fields: { string: 'key', object: 'query collation' }, required: 'key',
  },
  explain: { source: 'commands/query_cmd/explain.idl', value: 'object', unknown: 40415, fields: { string: 'verbosity' } },
  insert: {
    source: 'ops/write_ops.idl', value: 'collection', unknown: 40415, transactional: true,
    fields: { ...WRITE, bool: 'ordered', array: 'documents stmtIds', object: 'encryptionInformation' }, required: 'documents',
  },
  update: {
    source: 'ops/write_ops.idl', value: 'collection', unknown: 40415, transactional: true, inner: { updates: UPDATE_STATEMENT },
    fields: { ...WRITE, bool: 'ordered', array: 'updates stmtIds', object: 'let runtimeConstants encryptionInformation' }, required: 'updates',
  },
  delete: {
    source: 'ops/write_ops.idl', value: 'collection', unknown: 40415, transactional: true, inner: { deletes: DELETE_STATEMENT },
    fields: { ...WRITE, bool: 'ordered', array: 'deletes stmtIds', object: 'let runtimeConstants encryptionInformation' }, required: 'deletes',
  },
  findAndModify: FIND_AND_MODIFY,
  findandmodify: FIND_AND_MODIFY,
  create: {
    source: 'commands/create.idl', value: 'collection', unknown: 40415, transactional: true,
    fields: {
      flag: 'capped autoIndexId recordPreImages temp', number: 'size max expireAfterSeconds flags', string: 'validationLevel validationAction viewOn', array: 'pipeline',
      object: 'idIndex storageEngine validator indexOptionDefaults collation changeStreamPreAndPostImages timeseries encryptedFields', flagOrObject: 'clusteredIndex',
    },
  },
  drop: { source: 'drop.idl', value: 'collection', unknown: 40415, fields: { uuid: 'collectionUUID' } },
  dropDatabase: { source: 'drop_database.idl', value: 'number', unknown: 40415 },
  createIndexes: {
    source: 'create_indexes.idl', value: 'collection', unknown: 40415, transactional: true, inner: { indexes: INDEX },
    fields: {
      number: 'v', array: 'indexes', flag: 'ignoreUnknownIndexOptions', stringOrNumber: 'commitQuorum', optionalBool: 'returnOnStart', bool: 'isTimeseriesNamespace',
      uuid: 'collectionUUID',
    },
    required: 'indexes',
  },
  dropIndexes: DROP_INDEXES,
  deleteIndexes: DROP_INDEXES,
  renameCollection: {
    source: 'commands/rename_collection.idl', value: 'string', unknown: 40415,
    fields: { string: 'to', boolOrUuid: 'dropTarget', bool: 'stayTemp', uuid: 'collectionUUID' }, required: 'to',
  },
  collMod: {
    source: 'coll_mod.idl', value: 'collection', unknown: 40415, inner: { index: COLL_MOD_INDEX },
    fields: {
      object: 'index validator changeStreamPreAndPostImages timeseries', string: 'validationLevel validationAction viewOn', array: 'pipeline',
      flag: 'recordPreImages dryRun', stringOrNumber: 'expireAfterSeconds', uuid: 'collectionUUID', number: 'cappedSize cappedMax',
    },
  },
  listCollections: {
    source: 'list_collections.idl', value: 'any', unknown: 40415, inner: { cursor: BATCH },
    fields: { object: 'cursor filter', bool: 'nameOnly authorizedCollections', flag: 'includePendingDrops' },
  },
  listIndexes: {
    source: 'list_indexes.idl', value: 'collection', unknown: 40415, inner: { cursor: BATCH },
    fields: { object: 'cursor', flag: 'includeBuildUUIDs includeIndexBuildInfo', bool: 'isTimeseriesNamespace' },
  },
  listDatabases: {
    source: 'commands/list_databases.idl', value: 'any', unknown: 40415, fields: { flag: 'nameOnly', bool: 'authorizedDatabases', object: 'filter' },
  },
  collStats: COLL_STATS,
  collstats: COLL_STATS,
  dbStats: DB_STATS,
  dbstats: DB_STATS,
  currentOp: { source: 'commands/current_op_common.cpp', value: 'any', unknown: 'taken', fields: { flag: '$all $ownOps' } },
  validate: { source: 'commands/validate.cpp', value: 'collection', unknown: 'taken', fields: { flag: 'full repair metadata background enforceFastCount checkBSONConformance' } },
  // An older IDL takes no int as sampleRate, a newer one any number: both take a double.
  profile: { source: 'commands/profile.idl', value: 'number', unknown: 40415, fields: { number: 'slowms', double: 'sampleRate', objectOrUnset: 'filter' } },
  hello: HELLO,
  isMaster: HELLO,
  ismaster: HELLO,
  ping: { source: 'commands/generic.idl', value: 'any', unknown: 40415 },
  buildInfo: BUILD_INFO,
  buildinfo: BUILD_INFO,
  serverStatus: { source: 'commands/server_status_command.cpp', value: 'any', unknown: 'taken' },
  hostInfo: { source: 'commands/generic_servers.idl', value: 'any', unknown: 'taken' },
  connectionStatus: { source: 'commands/connection_status.idl', value: 'any', unknown: 'taken', fields: { flag: 'showPrivileges' } },
  getLog: { source: 'commands/generic_servers.idl', value: 'string', unknown: 'taken' },
  getCmdLineOpts: { source: 'commands/generic_servers.idl', value: 'any', unknown: 'taken' },
  whatsmyuri: { source: 'commands/whats_my_uri_cmd.cpp', value: 'any', unknown: 'taken' },
  getParameter: { source: 'commands/parameters.cpp', value: 'any', unknown: 'taken' },
  setParameter: { source: 'commands/parameters.cpp', value: 'any', unknown: 'taken', fields: { number: 'transactionLifetimeLimitSeconds minSnapshotHistoryWindowInSeconds' } },
  replSetInitiate: { source: 'repl/replset_commands.cpp', value: 'any', unknown: 'taken' },
  replSetReconfig: { source: 'repl/replset_commands.cpp', value: 'object', unknown: 'taken', fields: { flag: 'force' } },
  replSetGetConfig: { source: 'repl/replset_commands.cpp', value: 'any', unknown: 'taken', fields: { bool: 'commitmentStatus' } },
  replSetGetStatus: { source: 'repl/replset_commands.cpp', value: 'any', unknown: 'taken', fields: { number: 'initialSync' } },
  shutdown: { source: 'commands/shutdown.idl', value: 'any', unknown: 40415, fields: { bool: 'force', number: 'timeoutSecs' } },
  commitTransaction: { ...TRANSACTION_END, fields: { timestamp: 'commitTimestamp', object: 'recoveryToken' } },
  abortTransaction: { ...TRANSACTION_END, fields: { object: 'recoveryToken' } },
  endSessions: { ...ABOUT_SESSIONS, source: 'commands/sessions_commands.idl', unknown: 40415, inner: { endSessions: SESSION } },
  refreshSessions: { ...ABOUT_SESSIONS, source: 'commands/sessions_commands.idl', unknown: 40415, inner: { refreshSessions: SESSION } },
  killSessions: { ...ABOUT_SESSIONS, source: 'session/kill_sessions.idl', inner: { killSessions: SESSION } },
  startSession: { source: 'commands/start_session_command.cpp', value: 'any', unknown: 'taken' },
  configureFailPoint: { source: 'commands/fail_point_cmd.cpp', value: 'string', unknown: 'taken', fields: { stringOrObject: 'mode', object: 'data' } },
  createUser: {
    source: 'commands/user_management_commands.idl', value: 'string', unknown: 40415,
    fields: { string: 'pwd', object: 'customData writeConcern', array: 'roles authenticationRestrictions mechanisms', flag: 'digestPassword' }, required: 'roles',
  },
}; // oxfmt-ignore
export type { CommandFields, FieldsByType, Struct };
