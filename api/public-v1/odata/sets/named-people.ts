import { EmployeeModel } from '../../../../shared/people/employee.model';
import { type Condition, isAny, MAX_NAMED } from '../condition';
import type { Slice } from '../entity-set';

/**
 * The condition of rows that show the full name of a person as `property`, whose id is stored in `field`: the people whose names pass,
 * if they are few. One query, if the name decides.
 */
export async function namedPeople(condition: Slice['condition'], property: string, field: string): Promise<Condition> {
  const ofName = condition({ [property]: { field: 'fullName' } });
  const isWithoutName = condition({ [property]: { value: null } }) !== null;
  if (ofName === null || isAny(ofName) || isWithoutName) return ofName === null ? null : {};
  const people = await EmployeeModel.find(ofName)
    .select('_id')
    .limit(MAX_NAMED + 1)
    .lean<{ _id: string }[]>();
  if (people.length > MAX_NAMED) return {};
  return people.length === 0 ? null : { [field]: { $in: people.map(({ _id }) => _id) } };
}
