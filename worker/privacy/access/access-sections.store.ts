import { anyDeletion } from '../../../shared/db/bulk';
import { pickRows } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import type { Row } from '../../../shared/db/rows';
import { CalibrationChangeModel } from '../../../shared/insight/calibration/calibration-change.model';
import { CalibrationEntryModel } from '../../../shared/insight/calibration/calibration-entry.model';
import { CalibrationStatus } from '../../../shared/insight/calibration/calibration-status';
import { CalibrationModel } from '../../../shared/insight/calibration/calibration.model';
import { toInstant } from '../../../shared/kernel/clock';
import { idsOf, type Person } from '../../../shared/privacy/person.store';
import { modelOf, PERSONAL_DATA, type PersonalData } from '../../../shared/privacy/personal-data';
import type { AccessSection, Plain } from './access-data';
import { type AccessTree, accessTree, type NamedId } from './access-tree';

type Values = Record<string, unknown>;
type NameOf = (named: NamedId, id: string) => string | null;

/** Reads the rows about a person, with the fields that their models show. */
export async function accessSections(person: Person): Promise<AccessSection[]> {
  const found: AccessSection[] = [];
  for (const data of PERSONAL_DATA)
    for (const [path, link] of Object.entries(data.links)) {
      if (link.access !== 'rows') continue;
      const ids = idsOf(person, link);
      if (ids.length === 0) continue;
      const rows = await sectionRows(data, path, ids);
      if (rows.length > 0) found.push({ name: data.model.modelName, purpose: data.privacy?.purpose ?? '', rows });
    }
  return found;
}

async function sectionRows(data: PersonalData, path: string, ids: readonly string[]): Promise<AccessSection['rows']> {
  const tree = accessTree(data.access);
  const rows = await data.model
    .find({ ...anyDeletion(data.model), [path]: { $in: ids }, ...(await draftsExcluded(data)) })
    .select([...tree.keys(), 'createdAt'])
    .sort({ createdAt: 1, _id: 1 })
    .lean<(Row & Values)[]>();
  const nameOf = await namesIn(rows, tree);
  return rows.map((row) => ({ id: row._id, createdAt: toInstant(row.createdAt), ...written(row, tree, nameOf) }));
}

/** Excludes the entries of calibration sessions that are not applied: they are drafts. */
async function draftsExcluded({ model }: PersonalData): Promise<object> {
  const { modelName } = model;
  if (modelName !== CalibrationEntryModel.modelName && modelName !== CalibrationChangeModel.modelName) return {};
  const applied = await pickRows(CalibrationModel.find({ status: CalibrationStatus.Applied }), '_id');
  return { sessionId: { $in: applied.map(({ _id }) => _id) } };
}

/** Reads the names of the ids in these rows; one query for each kind of reference. */
async function namesIn(rows: readonly Values[], tree: AccessTree): Promise<NameOf> {
  const ids = new Map<string, { named: NamedId; found: string[] }>();
  for (const row of rows) gatherIds(row, tree, ids);
  const names = new Map<string, (id: string) => string | null>();
  for (const [key, { named, found }] of ids)
    names.set(key, await namesById(modelOf(named.model), found, named.field as never));
  return (named, id) => names.get(keyOf(named))?.(id) ?? null;
}

const keyOf = ({ model, field }: NamedId): string => `${model}.${field}`;

function gatherIds(value: unknown, tree: AccessTree, ids: Map<string, { named: NamedId; found: string[] }>): void {
  for (const element of [value].flat())
    for (const [key, field] of tree) {
      const inner = (element as Values | null | undefined)?.[key];
      if (field instanceof Map) gatherIds(inner, field, ids);
      else if (field !== 'shown') {
        const { found } = ids.get(keyOf(field)) ?? { found: [] };
        ids.set(keyOf(field), {
          named: field,
          found: [...found, ...[inner].flat().filter((id) => typeof id === 'string')],
        });
      }
    }
}

function written(value: Values, tree: AccessTree, nameOf: NameOf): Record<string, Plain> {
  const fields: Record<string, Plain> = {};
  for (const [key, field] of tree) {
    const inner = value[key];
    if (field instanceof Map) fields[key] = nested(inner, field, nameOf);
    else fields[key] = plain(inner);
    if (field instanceof Map || field === 'shown') continue;
    const names = [inner].flat().flatMap((id) => (typeof id === 'string' ? nameOf(field, id) : []));
    fields[field.as] = Array.isArray(inner) ? names : (names[0] ?? null);
  }
  return fields;
}

function nested(value: unknown, tree: AccessTree, nameOf: NameOf): Plain {
  if (Array.isArray(value)) return value.map((element) => nested(element, tree, nameOf));
  return value === null || value === undefined ? null : written(value as Values, tree, nameOf);
}

export function plain(value: unknown): Plain {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return toInstant(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  return value as Plain;
}
