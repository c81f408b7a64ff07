import type { Property } from './edm';
import type { EntitySet } from './entity-set';

const NAMESPACE = 'Evaluation';
const CONTAINER = 'Container';

/** Returns the metadata document in CSDL XML (OASIS CSDL XML 4.01). */
export function metadataXml(sets: readonly EntitySet[], version: '4.0' | '4.01'): string {
  const types = sets.map(
    ({ entity, key, properties }) =>
      `<EntityType Name="${entity}"><Key>${key.map((name) => `<PropertyRef Name="${name}"/>`).join('')}</Key>` +
      `${Object.entries(properties).map(propertyXml).join('')}</EntityType>`,
  );
  const container = sets.map(({ name, entity }) => `<EntitySet Name="${name}" EntityType="${NAMESPACE}.${entity}"/>`);
  return (
    `<?xml version="1.0" encoding="UTF-8"?>` +
    `<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="${version}"><edmx:DataServices>` +
    `<Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="${NAMESPACE}">${types.join('')}` +
    `<EntityContainer Name="${CONTAINER}">${container.join('')}</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`
  );
}

const propertyXml = ([name, { type, nullable }]: [string, Property]): string =>
  `<Property Name="${name}" Type="${type}"${nullable ? '' : ' Nullable="false"'}${precision(type) ? ' Precision="0"' : ''}/>`;

/** Timestamps are whole seconds. */
const precision = (type: string): boolean => type === 'Edm.DateTimeOffset';

/** Returns the metadata document in CSDL JSON (OASIS CSDL JSON 4.01). */
export function metadataJson(sets: readonly EntitySet[]): object {
  const types = sets.map(({ entity, key, properties }): Entry => [
    entity,
    { $Kind: 'EntityType', $Key: key, ...Object.fromEntries(Object.entries(properties).map(propertyJson)) },
  ]);
  const container = sets.map(({ name, entity }): Entry => [
    name,
    { $Collection: true, $Type: `${NAMESPACE}.${entity}` },
  ]);
  return {
    $Version: '4.01',
    $EntityContainer: `${NAMESPACE}.${CONTAINER}`,
    [NAMESPACE]: {
      ...Object.fromEntries(types),
      [CONTAINER]: { $Kind: 'EntityContainer', ...Object.fromEntries(container) },
    },
  };
}

type Entry = [name: string, definition: object];

const propertyJson = ([name, { type, nullable }]: [string, Property]): Entry => [
  name,
  {
    ...(type === 'Edm.String' ? {} : { $Type: type }),
    ...(nullable ? { $Nullable: true } : {}),
    ...(precision(type) ? { $Precision: 0 } : {}),
  },
];
