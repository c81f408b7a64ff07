import { type Document } from 'mongodb';

/** One operation of a test in the drivers' unified format, as far as this runner reads it. */
export interface Operation {
  name: string;
  object: string;
  arguments?: Document;
  expectResult?: unknown;
  expectError?: ExpectedError;
  saveResultAsEntity?: string;
  ignoreResultAndError?: boolean;
}

/** What an operation must fail with. */
export interface ExpectedError {
  isError?: boolean;
  isClientError?: boolean;
  errorCode?: number;
  errorCodeName?: string;
  errorContains?: string;
  errorLabelsContain?: string[];
  errorLabelsOmit?: string[];
  expectResult?: unknown;
}

/** The documents of a collection, before or after a test. */
export interface CollectionData {
  collectionName: string;
  databaseName: string;
  documents: Document[];
}

/** Servers that a test or a file is meant for. */
export interface RunOn {
  minServerVersion?: string;
  maxServerVersion?: string;
  topologies?: string[];
  serverless?: string;
  auth?: boolean;
  csfle?: boolean;
}

export interface UnifiedTest {
  description: string;
  skipReason?: string;
  runOnRequirements?: RunOn[];
  operations: Operation[];
  expectEvents?: { client: string; eventType?: string; events: Document[]; ignoreExtraEvents?: boolean }[];
  outcome?: CollectionData[];
}

/** One file of tests that share their entities and data. */
export interface UnifiedFile {
  description: string;
  schemaVersion: string;
  runOnRequirements?: RunOn[];
  createEntities?: Document[];
  initialData?: CollectionData[];
  tests: UnifiedTest[];
}
